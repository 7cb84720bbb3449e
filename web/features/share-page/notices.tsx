import { lazy, Suspense } from "react";
import type { ShareResponse } from "../../../worker/contract/catalogue/shares.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { useTexts } from "./texts.ts";
import type { PaymentReturn } from "./use-payment-return.ts";

const ProcessingNotice = lazy(() => import("../../shared/processing-notice.tsx"));

export function AsBuyerNotice({ slug }: { slug: string }) {
	const t = useTexts();
	return (
		<div className="gutters max-w-content pt-2">
			<Alert
				action={
					<a className={buttonClass("plain", "sm")} href={paths.share(slug)}>
						{t("share.asBuyerBack")}
					</a>
				}
			>
				{t("share.asBuyer")}
			</Alert>
		</div>
	);
}

/** Tells creators, who see the originals, what buyers see. */
export function ShownToBuyers({
	fileShare: { images, shareId },
}: Pick<ShareResponse, "fileShare">) {
	const t = useTexts();
	if (images === "none") return null;
	return (
		<>
			{t(images === "blur" ? "share.seenBlurred" : "share.seenMarked")}{" "}
			<a className="prose-link" href={`${paths.share(shareId)}?as=buyer`}>
				{t("share.seeAsBuyer")}
			</a>
		</>
	);
}

export function PaymentNotice({
	payment,
	paid,
	slug,
}: {
	payment: PaymentReturn;
	paid: boolean;
	slug: string;
}) {
	const t = useTexts();
	if (payment.step === "none" || paid) return null;
	if (payment.step === "failed")
		return (
			<Alert
				tone="danger"
				live
				className="mb-6"
				title={t("share.failedPayment")}
				action={
					<a className={buttonClass("plain", "sm")} href={paths.payment(slug)}>
						{t("share.retry")}
					</a>
				}
			>
				{t("share.failedPaymentText")}
			</Alert>
		);
	if (payment.step === "refunded" || payment.step === "uncharged")
		return (
			<Alert tone="warning" live className="mb-6" title={t(`share.${payment.step}Payment`)}>
				{payment.text}
			</Alert>
		);
	const confirming = (
		<Alert live className="mb-6" title={t("share.confirming")}>
			{t("share.confirmingText")}
		</Alert>
	);
	if (payment.step !== "slow") return confirming;
	return (
		<Suspense fallback={confirming}>
			<ProcessingNotice {...payment} className="mb-6" />
		</Suspense>
	);
}

/** The receipt of a revoked purchase has the reason. */
export function LostNotice({ page }: { page: ShareResponse }) {
	const t = useTexts();
	const { lostPurchase } = page;
	if (lostPurchase === null) return null;
	return (
		<Alert
			tone={lostPurchase === "refunded" || lostPurchase === "lost" ? "info" : "warning"}
			className="mb-6"
			title={t(`share.lost.${lostPurchase}`)}
			action={
				lostPurchase === "revoked" && (
					<a className={buttonClass("plain", "sm")} href={paths.purchases}>
						{t("share.findPurchases")}
					</a>
				)
			}
		>
			{t(`share.lostText.${lostPurchase}`)}
		</Alert>
	);
}
