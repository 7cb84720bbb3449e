import FolderOpen from "icons:folder-open";
import Package from "icons:package";
import ReceiptIcon from "icons:receipt";
import { Link } from "react-router-dom";
import type { MyPurchase } from "../../../worker/customers/receipts/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatDate } from "../../lib/i18n/format.ts";
import { CoverThumb } from "../../shared/cover-thumb.tsx";
import { Money } from "../../shared/money.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { isOpen } from "./merge-purchases.ts";
import { NewSince } from "./new-since.tsx";
import { PartLinks } from "./part-links.tsx";
import { PurchaseBadge } from "./purchase-badge.tsx";
import { useTexts } from "./texts.ts";
import { WithdrawLink } from "./withdraw-link.tsx";

export function PurchaseList({ purchases }: { purchases: readonly MyPurchase[] }) {
	return (
		<ul className="divide-y divide-line">
			{purchases.map((purchase) => (
				<PurchaseRow key={purchase.purchaseId} purchase={purchase} />
			))}
		</ul>
	);
}

function PurchaseRow({ purchase }: { purchase: MyPurchase }) {
	const t = useTexts();
	const { purchaseId, title, refundFailedAt } = purchase;
	return (
		<li
			className={`flex flex-wrap justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0 ${purchase.parts ? "items-start" : "items-center"}`}
		>
			<CoverThumb cover={purchase.cover} icon={Package} className="size-16" />
			<div className="min-w-0 flex-1 basis-44">
				<h3 className="break-words font-semibold">{title}</h3>
				<p className="text-13 text-muted">
					<Money price={purchase.price} currency={purchase.currency} className="text-ink" />
					{" · "}
					<time dateTime={purchase.paidAt}>{formatDate(purchase.paidAt)}</time>
				</p>
				{purchase.creator && (
					<p className="text-13 text-muted">{t("purchases.from", { name: purchase.creator })}</p>
				)}
				<PartLinks
					receipt={purchase}
					className="mt-2 flex flex-wrap gap-x-5 gap-y-1.5 text-15 max-sm:flex-col"
				/>
				<PurchaseBadge purchase={purchase} className="mt-1.5" />
				<WithdrawLink receipt={purchase} className="mt-1 text-13 text-muted" />
				{refundFailedAt && (
					<p className="mt-1 text-13 text-muted">
						{t("purchases.refundFailed", { date: formatDate(refundFailedAt) })}
					</p>
				)}
			</div>
			<div className="flex flex-wrap gap-2">
				<Link
					to={`${paths.receipt}?purchase=${purchaseId}`}
					className={buttonClass("plain", "sm")}
					aria-label={t("purchases.receiptOf", { title })}
				>
					<Icon of={ReceiptIcon} size={18} />
					{t("purchases.receipt")}
				</Link>
				{isOpen(purchase) && (
					<a
						href={paths.share(purchase.shareId)}
						className={buttonClass("primary", "sm")}
						aria-label={t("purchases.filesOf", { title })}
					>
						<Icon of={FolderOpen} size={18} />
						{t("purchases.files")}
					</a>
				)}
			</div>
			<NewSince purchase={purchase} />
		</li>
	);
}
