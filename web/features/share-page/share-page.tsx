import { CloudUpload, SearchX, WifiOff } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import {
	asBuyer,
	type InlinedShare,
	picturesOf,
	shareViewStatusOf,
} from "../../../worker/contract/share-view.ts";
import type { ShareFile, ShareResponse } from "../../../worker/contract/shares.ts";
import { ApiFailure, isTransient } from "../../lib/failure.ts";
import { formatMoney } from "../../lib/format.ts";
import { usePage } from "../../lib/page.ts";
import { paths } from "../../lib/paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classes } from "../../ui/classes.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FileList } from "./file-list.tsx";
import { Gallery } from "./gallery.tsx";
import { MoreShares } from "./more-shares.tsx";
import { AsBuyerNotice, LostNotice, PaymentNotice } from "./notices.tsx";
import { DownloadAll, PayButtons, PurchaseCard } from "./purchase-card.tsx";
import { useTexts } from "./texts.ts";
import { type PaymentReturn, usePaymentReturn } from "./use-payment-return.ts";
import { useShare } from "./use-share.ts";
import { isPreviewable, mayDownload } from "./view.ts";

const PreviewDialog = lazy(() =>
	import("./preview-dialog.tsx").then(({ PreviewDialog }) => ({ default: PreviewDialog })),
);

/** The page that a buyer opens: previews and a price, or the purchased files. */
export function SharePage({
	slug,
	search,
	inlined,
}: {
	slug: string;
	/** the query that the page was opened with */
	search: string;
	/** what the Worker rendered the page from; null when it did not */
	inlined: InlinedShare | null;
}) {
	const t = useTexts();
	const query = useMemo(() => new URLSearchParams(search), [search]);
	const payment = usePaymentReturn(query);
	const { data, error, mutate } = useShare(slug, inlined, payment.step);
	usePage(data?.fileShare.title ?? t("share.untitled"));
	if (data?.fileShare.status === "uploading")
		return <StillUploading title={data.fileShare.title} />;
	// Set by the dashboard's "View as buyer".
	if (data && query.get("as") === "buyer")
		return (
			<>
				<AsBuyerNotice slug={slug} />
				<Loaded page={asBuyer(data)} payment={payment} />
			</>
		);
	if (data) return <Loaded page={data} payment={payment} />;
	if (error) return <Failed error={error} onRetry={() => void mutate()} />;
	return <Loading />;
}

function Loaded({ page, payment }: { page: ShareResponse; payment: PaymentReturn }) {
	const paid = mayDownload(page);
	const [shown, setShown] = useState<ShareFile | null>(null);
	const [dialogWanted, setDialogWanted] = useState(false);
	const pictures = useMemo(() => picturesOf(page.files), [page.files]);
	const previewable = useMemo(
		() => page.files.filter((file) => isPreviewable(file, paid)),
		[page.files, paid],
	);
	const open = (file: ShareFile | null) => {
		setDialogWanted(true);
		setShown(file);
	};
	return (
		<div className="gutters max-w-content pt-4 pb-32 lg:pb-16">
			<PaymentNotice payment={payment} paid={paid} slug={page.fileShare.shareId} />
			<LostNotice page={page} />
			<div
				className={classes(
					"grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] lg:gap-x-10",
					pictures.length > 0
						? "[grid-template-areas:'gallery'_'card'_'files'] lg:grid-rows-[auto_1fr] lg:[grid-template-areas:'gallery_card'_'files_card']"
						: "[grid-template-areas:'card'_'files'] lg:[grid-template-areas:'files_card']",
				)}
			>
				<Gallery pictures={pictures} paid={paid} onOpen={open} />
				<FileList page={page} onOpen={open} />
				<div className="[grid-area:card] lg:sticky lg:top-6">
					<PurchaseCard page={page} />
					<ReportLink slug={page.fileShare.shareId} />
				</div>
			</div>
			<MoreShares page={page} />
			<PhoneBar page={page} />
			{dialogWanted && (
				<Suspense>
					<PreviewDialog files={previewable} shown={shown} paid={paid} onShow={open} />
				</Suspense>
			)}
		</div>
	);
}

/** On phones the main button stays at the bottom of the window. */
function PhoneBar({ page }: { page: ShareResponse }) {
	const viewStatus = shareViewStatusOf(page);
	if (viewStatus !== "for-sale" && viewStatus !== "paid") return null;
	return (
		<div className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface px-4 pt-3 min-[22.5rem]:px-6 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden">
			{viewStatus === "paid" ? (
				<DownloadAll page={page} />
			) : (
				<div className="flex items-center justify-between gap-4">
					{/* The button contains the price too; on a phone there is room for only one of them. */}
					<span className="tabular font-display text-21 font-semibold max-sm:hidden">
						{formatMoney(page.fileShare.price)}
					</span>
					<PayButtons page={page} wide={false} />
				</div>
			)}
		</div>
	);
}

function ReportLink({ slug }: { slug: string }) {
	const t = useTexts();
	return (
		<p className="mt-3 px-6 text-13">
			<a
				className="text-muted underline-offset-3 hover:underline"
				href={`${paths.support}?report=${slug}`}
			>
				{t("share.report")}
			</a>
		</p>
	);
}

function StillUploading({ title }: { title: string }) {
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

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
	const t = useTexts();
	const isTakenDown = error instanceof ApiFailure && error.code === "share.taken_down";
	return (
		<div className="gutters max-w-reading py-16">
			<Card>
				{!isTransient(error) ? (
					<EmptyState
						level="h1"
						icon={SearchX}
						title={t("share.notFound")}
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
						{t(isTakenDown ? "share.takenDown" : "share.notFoundText")}
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

function Loading() {
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
