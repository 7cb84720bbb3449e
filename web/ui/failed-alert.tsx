import { failureText } from "../lib/i18n/server-texts.ts";
import { Alert } from "./alert.tsx";

type Props = {
	/** nothing is shown while it is null */
	failure: unknown;
	/** what could not be done, where the form does not say that anyway */
	title?: string;
	/** says what to do where the server gave no reason, such as without a network */
	fallback: string;
	className?: string;
};

/** Says in a form why it could not be sent. */
export function FailedAlert({ failure, title, fallback, className }: Props) {
	if (failure === null) return null;
	return (
		<Alert tone="danger" live title={title} className={className}>
			{failureText(failure, fallback)}
		</Alert>
	);
}
