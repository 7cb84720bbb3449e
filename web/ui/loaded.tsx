import type { ReactNode } from "react";
import { failureText } from "../lib/i18n/server-texts.ts";
import { useCommonTexts } from "../lib/texts/common-texts.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { Skeleton } from "./skeleton.tsx";

type Query<T> = { data: T | undefined; error?: unknown; mutate: () => unknown };

type Props<T> = {
	of: Query<T>;
	failed?: string;
	/** the height of the loading content, as a class */
	className?: string;
	children: (data: T) => ReactNode;
};

export function Loaded<T>({ of, failed, className = "h-64", children }: Props<T>) {
	const t = useCommonTexts();
	if (of.data !== undefined) return children(of.data);
	if (of.error) return <LoadFailed of={of} failed={failed} />;
	return (
		<div role="status">
			<span className="sr-only">{t("common.loading")}</span>
			<Skeleton className={className} />
		</div>
	);
}

type FailedProps = { of: Pick<Query<unknown>, "error" | "mutate">; failed?: string | undefined };

export function LoadFailed({ of: { error, mutate }, failed }: FailedProps) {
	const t = useCommonTexts();
	return (
		<Alert
			tone="danger"
			title={failed ?? t("common.loadFailed")}
			action={
				<Button size="sm" onClick={() => mutate()}>
					{t("common.retry")}
				</Button>
			}
		>
			{failureText(error)}
		</Alert>
	);
}
