import { Alert } from "./alert.tsx";

/** Says above a form's fields why it could not be sent; nothing while `text` is null. */
export function FailedAlert({ text }: { text: string | null }) {
	return (
		text && (
			<Alert tone="danger" live>
				{text}
			</Alert>
		)
	);
}
