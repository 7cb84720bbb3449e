import type { PurchaseState, Sale } from "../../../worker/contract/payments.ts";
import { formatDate, formatDateTime, formatMoney } from "../../lib/format.ts";
import { evidenceLink } from "../../lib/queries/sales.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Money } from "../../ui/money.tsx";
import { RefundSale } from "./refund-sale.tsx";
import { useTexts } from "./texts.ts";

/** Sales, one a row: price, what was taken off, what is the creator's and where it is. */
export function SalesTable({ slug, sales }: { slug: string; sales: Sale[] }) {
	const t = useTexts();
	const heads = [
		t("dashboard.saleDate"),
		t("dashboard.saleBuyer"),
		t("dashboard.saleRoute"),
		t("dashboard.saleState"),
	];
	return (
		<section
			aria-label={t("dashboard.salesTitle")}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
			tabIndex={0}
			className="relative overflow-x-auto rounded-card border border-line bg-surface"
		>
			<table className="tabular w-full min-w-3xl text-left">
				<thead className="text-13 text-muted">
					<tr>
						{heads.map((head) => (
							<th key={head} scope="col" className="px-4 py-3 font-medium">
								{head}
							</th>
						))}
						<th scope="col" className="px-4 py-3 text-right font-medium">
							{t("dashboard.salePrice")}
						</th>
						<th scope="col" className="px-4 py-3 text-right font-medium">
							{t("dashboard.saleFees")}
						</th>
						<th scope="col" className="px-4 py-3 text-right font-medium">
							{t("dashboard.saleNet")}
						</th>
						<th scope="col" className="px-4 py-3">
							<span className="sr-only">{t("dashboard.colMenu")}</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{sales.map((sale) => (
						<SaleRow key={sale.id} slug={slug} sale={sale} />
					))}
				</tbody>
			</table>
		</section>
	);
}

const STATES: Record<PurchaseState, [BadgeTone, Parameters<ReturnType<typeof useTexts>>[0]]> = {
	started: ["neutral", "dashboard.stateStarted"],
	processing: ["info", "dashboard.stateProcessing"],
	paid: ["good", "dashboard.statePaid"],
	cancelled: ["neutral", "dashboard.stateCancelled"],
	claimed: ["warning", "dashboard.stateClaimed"],
	declined: ["neutral", "dashboard.stateDeclined"],
	refunded: ["neutral", "dashboard.stateRefunded"],
	disputed: ["danger", "dashboard.stateDisputed"],
};
const WHERE = {
	direct: "dashboard.whereDirect",
	connected: "dashboard.whereConnected",
	balance: "dashboard.whereBalance",
	transferred: "dashboard.whereTransferred",
	returned: "dashboard.whereReturned",
} as const;

function SaleRow({ slug, sale }: { slug: string; sale: Sale }) {
	const t = useTexts();
	const [tone, label] = STATES[sale.state];
	const fees = Number(sale.platformFee) + Number(sale.processingFee);
	return (
		<tr className="border-line border-t align-top">
			<td className="px-4 py-3 whitespace-nowrap">
				<time dateTime={sale.createdAt}>{formatDateTime(sale.paidAt ?? sale.createdAt)}</time>
			</td>
			<td className="min-w-48 break-words px-4 py-3">{sale.buyerEmail}</td>
			<td className="px-4 py-3">
				{t(sale.route === "card" ? "dashboard.routeCard" : "dashboard.routeDirect")}
			</td>
			<td className="px-4 py-3">
				<Badge tone={tone}>{t(label)}</Badge>
				{sale.refundFailedAt && (
					<span className="mt-1 block min-w-40 text-13 text-muted">
						{t("dashboard.saleRefundFailed", { date: formatDate(sale.refundFailedAt) })}
					</span>
				)}
			</td>
			<td className="px-4 py-3 text-right">
				<Money price={sale.price} />
				{Number(sale.refunded) > 0 && (
					<span className="block text-13 text-muted">
						− <Money price={sale.refunded} />
					</span>
				)}
			</td>
			<td className="px-4 py-3 text-right">
				{formatMoney(fees.toFixed(2))}
				{fees > 0 && (
					<span className="block text-13 text-muted">
						{t("dashboard.saleFeesOf", {
							platform: formatMoney(sale.platformFee),
							processing: formatMoney(sale.processingFee),
						})}
					</span>
				)}
			</td>
			<td className="px-4 py-3 text-right">
				<Money price={sale.net} className="font-semibold" />
				<span className="block text-13 text-muted">{t(WHERE[sale.where])}</span>
			</td>
			<td className="px-4 py-2 text-right">
				{sale.route === "card" && sale.state === "paid" && <RefundSale slug={slug} sale={sale} />}
				{sale.state === "disputed" && (
					<a
						className={buttonClass("plain", "sm")}
						href={evidenceLink(sale.id)}
						target="_blank"
						rel="noreferrer"
					>
						{t("dashboard.evidence")}
					</a>
				)}
			</td>
		</tr>
	);
}
