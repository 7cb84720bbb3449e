import CloudUpload from "icons:cloud-upload";
import SearchX from "icons:search-x";
import WifiOff from "icons:wifi-off";
import { paths } from "../../lib/addresses/paths.ts";
import { ApiFailure, isTransient } from "../../lib/server/failure.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTexts } from "./texts.ts";

export function StillUploading({ title }: { title: string }) {
	const t = useTexts();
	return (
		<div className="gutters max-w-reading py-16">
			<Card>
				<EmptyState level="h1" icon={CloudUpload} title={t("share.uploading")}>
					<p className="font-semibold text-ink">{title}</p>
					<p className="mt-2">{t("share.uploadingText")}</p>
				</EmptyState>
			</Card>
		</div>
	);
}

export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
	const t = useTexts();
	const code = error instanceof ApiFailure && error.code;
	const removed =
		code === "share.taken_down"
			? "share.takenDown"
			: code === "share.removed_by_order" && "share.byOrder";
	return (
		<div className="gutters max-w-reading py-16">
			<Card>
				{!isTransient(error) ? (
					<EmptyState
						level="h1"
						icon={SearchX}
						title={t(removed || "share.notFound")}
						action={
							<>
								<a className={buttonClass("primary")} href={paths.home}>
									{t("share.home")}
								</a>
								<a className={buttonClass("plain")} href={paths.purchases}>
									{t("share.findPurchases")}
								</a>
							</>
						}
					>
						{!removed && t("share.notFoundText")}
					</EmptyState>
				) : (
					<EmptyState
						level="h1"
						icon={WifiOff}
						title={t("share.failed")}
						action={
							<Button tone="primary" onClick={onRetry}>
								{t("share.retry")}
							</Button>
						}
					>
						{t("share.failedText")}
					</EmptyState>
				)}
			</Card>
		</div>
	);
}

export function Loading() {
	const t = useTexts();
	return (
		<div
			role="status"
			aria-label={t("share.loading")}
			className="gutters grid max-w-content gap-10 pt-4 lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]"
		>
			<Skeleton className="h-[26rem]" />
			<Skeleton className="h-[30rem]" />
		</div>
	);
}
