import { failureText } from "../lib/i18n/server-texts.ts";
import { Alert } from "./alert.tsx";

type Props = {
	failure: unknown;
	title?: string | undefined;
	/** advice if the server gave no reason, for instance without a network */
	fallback?: string;
	className?: string;
};

export function FailedAlert({ failure, title, fallback, className }: Props) {
	if (failure === null) return null;
	return (
		<Alert tone="danger" live title={title} className={className}>
			{failureText(failure, fallback)}
		</Alert>
	);
}
