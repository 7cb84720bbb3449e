import SearchX from "icons:search-x";
import WifiOff from "icons:wifi-off";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
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
		<div className="gutters max-w-reading py-16">
			<Card>
				<EmptyState
					level="h1"
					icon={WifiOff}
					title={t("checkout.pageFailed")}
					action={
						<Button tone="primary" onClick={onRetry}>
							{t("checkout.retry")}
						</Button>
					}
				>
					{failureText(error, t("checkout.pageFailedText"))}
				</EmptyState>
			</Card>
		</div>
	);
}

export function Missing() {
	const t = useTexts();
	return (
		<div className="gutters max-w-reading py-16">
			<Card>
				<EmptyState level="h1" icon={SearchX} title={t("checkout.notFound")}>
					{t("checkout.notFoundText")}
				</EmptyState>
			</Card>
		</div>
	);
}
