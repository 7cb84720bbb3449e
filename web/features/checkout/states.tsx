import SearchX from "icons:search-x";
import WifiOff from "icons:wifi-off";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { PageNotice } from "../../shared/page-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTexts } from "./texts.ts";

export function FormSkeleton() {
	const t = useTexts();
	return (
		<div role="status" aria-label={t("checkout.loading")} className="grid gap-4">
			<Skeleton className="h-16" />
			<Skeleton className="h-44" />
			<Skeleton className="h-12" />
		</div>
	);
}

export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
	const t = useTexts();
	return (
		<PageNotice
			icon={WifiOff}
			title={t("checkout.pageFailed")}
			action={
				<Button tone="primary" onClick={onRetry}>
					{t("checkout.retry")}
				</Button>
			}
		>
			{failureText(error, t("checkout.pageFailedText"))}
		</PageNotice>
	);
}

export function Missing() {
	const t = useTexts();
	return (
		<PageNotice icon={SearchX} title={t("checkout.notFound")}>
			{t("checkout.notFoundText")}
		</PageNotice>
	);
}
