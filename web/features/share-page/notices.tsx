import CloudUpload from "icons:cloud-upload";
import SearchX from "icons:search-x";
import WifiOff from "icons:wifi-off";
import { lazy, Suspense } from "react";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { ApiFailure, isTransient } from "../../lib/server/failure.ts";
import { PageNotice } from "../../shared/page-notice.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useClosedTexts } from "./closed-texts.ts";
import type { PaymentReturn } from "./payment-return.ts";
import { useTexts } from "./texts.ts";
import { mayDownload } from "./view.ts";

const ProcessingNotice = lazy(() => import("../../shared/processing-notice.tsx"));

type Props = { page: ShareResponse; payment: PaymentReturn };

export function Notices({ page, payment }: Props) {
	return (
		<>
			<PaymentNotice page={page} payment={payment} />
			<LostNotice page={page} />
		</>
	);
}

export function AsBuyerNotice({ slug }: { slug: string }) {
	const t = useClosedTexts();
	return (
		<div className="gutters max-w-content pt-2">
			<Alert
				action={
					<a className={buttonClass("plain", "sm")} href={paths.share(slug)}>
						{t("closed.asBuyerBack")}
					</a>
				}
			>
				{t("closed.asBuyer")}
			</Alert>
		</div>
	);
}

export function ShownToBuyers({ page: { fileShare } }: Pick<Props, "page">) {
	const t = useClosedTexts();
	const { images, shareId } = fileShare;
	if (images === "none") return null;
	return (
		<>
			{t(images === "blur" ? "closed.seenBlurred" : "closed.seenMarked")}{" "}
			<a className="prose-link" href={`${paths.share(shareId)}?as=buyer`}>
				{t("closed.seeAsBuyer")}
			</a>
		</>
	);
}

function PaymentNotice({ page, payment }: Props) {
	const t = useClosedTexts();
	if (payment.step === "none" || mayDownload(page)) return null;
	if (payment.step === "failed") {
		const path = paths.payment(page.fileShare.shareId);
		const again = payment.items === null ? path : `${path}?items=${payment.items}`;
		return (
			<Alert
				tone="danger"
				live
				className="mb-6"
				title={t("closed.failedPayment")}
				action={
					<a className={buttonClass("plain", "sm")} href={again}>
						{t("closed.retry")}
					</a>
				}
			>
				{t("closed.failedPaymentText")}
			</Alert>
		);
	}
	if (payment.step === "refunded" || payment.step === "uncharged")
		return (
			<Alert tone="warning" live className="mb-6" title={t(`closed.${payment.step}Payment`)}>
				{payment.text}
			</Alert>
		);
	const confirming = (
		<Alert live className="mb-6" title={t("closed.confirming")}>
			{t("closed.confirmingText")}
		</Alert>
	);
	if (payment.step !== "slow") return confirming;
	return (
		<Suspense fallback={confirming}>
			<ProcessingNotice {...payment} className="mb-6" />
		</Suspense>
	);
}

function LostNotice({ page: { lostPurchase } }: Pick<Props, "page">) {
	const t = useClosedTexts();
	const inShare = useTexts();
	if (lostPurchase === null) return null;
	return (
		<Alert
			tone={lostPurchase === "refunded" || lostPurchase === "lost" ? "info" : "warning"}
			className="mb-6"
			title={t(`closed.lost.${lostPurchase}`)}
			action={
				lostPurchase === "revoked" && (
					<a className={buttonClass("plain", "sm")} href={paths.purchases}>
						{inShare("share.findPurchases")}
					</a>
				)
			}
		>
			{t(`closed.lostText.${lostPurchase}`)}
		</Alert>
	);
}

/** Replaces a page that can't be shown: its upload is in progress, or `error`. */
export function Unavailable({
	title,
	error,
	onRetry,
}: {
	/** of the share that is being uploaded */
	title?: string;
	error: unknown;
	onRetry: () => void;
}) {
	const t = useClosedTexts();
	const inShare = useTexts();
	const code = error instanceof ApiFailure && error.code;
	const removed =
		code === "share.taken_down"
			? "closed.takenDown"
			: code === "share.removed_by_order" && "closed.byOrder";
	if (title !== undefined)
		return (
			<PageNotice icon={CloudUpload} title={t("closed.uploading")}>
				<p className="font-semibold text-ink">{title}</p>
				<p className="mt-2">{t("closed.uploadingText")}</p>
			</PageNotice>
		);
	if (isTransient(error))
		return (
			<PageNotice
				icon={WifiOff}
				title={t("closed.failed")}
				action={
					<Button tone="primary" onClick={onRetry}>
						{t("closed.retry")}
					</Button>
				}
			>
				{t("closed.failedText")}
			</PageNotice>
		);
	return (
		<PageNotice
			icon={SearchX}
			title={t(removed || "closed.notFound")}
			action={
				<>
					<a className={buttonClass("primary")} href={paths.home}>
						{t("closed.home")}
					</a>
					<a className={buttonClass("plain")} href={paths.purchases}>
						{inShare("share.findPurchases")}
					</a>
				</>
			}
		>
			{!removed && t("closed.notFoundText")}
		</PageNotice>
	);
}
