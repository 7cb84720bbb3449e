import { Package } from "lucide-react";
import type { Receipt } from "../../../worker/contract/payments.ts";
import { formatDate, formatDateTime, formatMoney } from "../../lib/format.ts";
import { CoverThumb } from "../../ui/cover-thumb.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";
import { PurchaseBadge } from "./purchase-badge.tsx";
import { useTexts } from "./texts.ts";

/** A printable receipt: seller, buyer, item, date, method and price. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
	const t = useTexts();
	const metadata = [
		[t("purchases.seller"), receipt.creator],
		[t("purchases.buyer"), receipt.buyerEmail],
		[t("purchases.paidAt"), formatDateTime(receipt.paidAt)],
		[t("purchases.paidBy"), t(`purchases.route.${receipt.route}`)],
		[t("purchases.reference"), receipt.reference],
	] as const;
	return (
		<section
			className="rounded-card border border-line bg-surface print:border-0"
			aria-labelledby="receipt-title"
		>
			<header className="flex flex-wrap items-start justify-between gap-4 p-6 sm:p-8 sm:pb-6 print:px-0">
				<div>
					<h1 id="receipt-title" className="text-28">
						{t("purchases.receipt")}
					</h1>
					<PurchaseBadge purchase={receipt} className="mt-1" />
					{receipt.refundFailedAt && (
						<p className="mt-1 max-w-md text-13 text-muted">
							{t("purchases.refundFailed", { date: formatDate(receipt.refundFailedAt) })}
						</p>
					)}
				</div>
				<Wordmark />
			</header>
			<dl className="grid gap-x-8 gap-y-4 px-6 sm:grid-cols-2 sm:px-8 print:grid-cols-2 print:px-0">
				{metadata.map(([name, detail]) => (
					<div key={name} className="min-w-0">
						<dt className="text-13 text-muted">{name}</dt>
						<dd className="tabular break-words">{detail}</dd>
					</div>
				))}
			</dl>
			<div className="mt-6 border-line border-t px-6 py-5 sm:px-8 print:px-0">
				<p className="flex items-center gap-4">
					{receipt.cover && <CoverThumb cover={receipt.cover} icon={Package} />}
					<span className="min-w-0 flex-1 break-words font-semibold">{receipt.title}</span>
					<span className="tabular">{formatMoney(receipt.price)}</span>
				</p>
				<p className="mt-4 flex items-baseline justify-between gap-6 border-line border-t pt-4">
					<span className="font-semibold">{t("purchases.total")}</span>
					<span className="tabular font-display text-28 font-semibold">
						{formatMoney(receipt.price)}
					</span>
				</p>
			</div>
			<p className="border-line border-t px-6 py-5 text-13 text-muted sm:px-8 print:px-0">
				{t(receipt.route === "direct" ? "purchases.soldDirect" : "purchases.soldCard", {
					name: receipt.creator,
				})}
			</p>
		</section>
	);
}
