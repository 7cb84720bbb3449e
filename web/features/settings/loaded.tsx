import type { ReactNode } from "react";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { Alert } from "../../ui/alert.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTexts } from "./texts.ts";

type Props<T> = {
	/** what a query has returned so far */
	of: { data: T | undefined; error?: unknown };
	/** the message if it could not be loaded */
	failed: string;
	children: (data: T) => ReactNode;
};

/** Renders a query's data, or that it is loading or has failed. */
export function Loaded<T>({ of: { data, error }, failed, children }: Props<T>) {
	const t = useTexts();
	if (data !== undefined) return children(data);
	if (!error) return <Skeleton className="h-16" />;
	return (
		<Alert tone="danger" title={failed}>
			{failureText(error, t("settings.tryAgain"))}
		</Alert>
	);
}
