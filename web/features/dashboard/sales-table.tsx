import { Link } from "react-router-dom";
import { shownCents } from "../../../worker/contract/shown-cents.ts";
import type { Sale, SOLD_STATES } from "../../../worker/payments/sales/contract/sales.ts";
import type { ShownState } from "../../../worker/purchases/entitlements/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatCents, formatDate, formatDateTime, formatMoney } from "../../lib/i18n/format.ts";
import { Money } from "../../shared/money.tsx";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { evidenceLink } from "./queries/sales.ts";
import { RefundSale } from "./refund-sale.tsx";
import { SaleLines } from "./sale-lines.tsx";
import { useTexts } from "./texts.ts";

type ListedState = ShownState | (typeof SOLD_STATES)[number];
type Key = Parameters<ReturnType<typeof useTexts>>[0];

export const STATES: Record<ListedState, [BadgeTone, Key]> = {
	started: ["neutral", "dashboard.stateStarted"],
	processing: ["info", "dashboard.stateProcessing"],
	paid: ["good", "dashboard.statePaid"],
	partly_refunded: ["warning", "dashboard.statePartlyRefunded"],
	cancelled: ["neutral", "dashboard.stateCancelled"],
	claimed: ["warning", "dashboard.stateClaimed"],
	declined: ["neutral", "dashboard.stateDeclined"],
	refunded: ["neutral", "dashboard.stateRefunded"],
	disputed: ["danger", "dashboard.stateDisputed"],
	lost: ["danger", "dashboard.stateLost"],
};
const WHERE = {
	direct: "dashboard.whereDirect",
	free: "dashboard.whereFree",
	connected: "dashboard.whereConnected",
	balance: "dashboard.whereBalance",
	transferred: "dashboard.whereTransferred",
	returned: "dashboard.whereReturned",
} as const;

const isReturned = ({ state }: Sale) => state === "refunded" || state === "lost";

export function SalesTable({
	sales,
	isOfOneShare,
}: {
	sales: readonly Sale[];
	isOfOneShare: boolean;
}) {
	const t = useTexts();
	return (
		<DataTable
			label={t("dashboard.salesTitle")}
			rows={sales}
			rowId={({ id }) => id}
			scrolls
			columns={[
				{
					head: t("dashboard.saleDate"),
					className: "whitespace-nowrap",
					cell: ({ createdAt, paidAt }) => (
						<time dateTime={createdAt} title={formatDateTime(paidAt ?? createdAt)}>
							{formatDate(paidAt ?? createdAt)}
						</time>
					),
				},
				{
					head: isOfOneShare ? t("dashboard.saleBuyer") : t("dashboard.saleShare"),
					isLine: true,
					className: "wrap-anywhere lg:w-2/5",
					cell: (sale) => (
						<>
							{!isOfOneShare && (
								<Link
									to={paths.sales(sale.shareId)}
									className="line-clamp-2 font-medium hover:underline"
								>
									{sale.title}
								</Link>
							)}
							<Buyer sale={sale} />
							<SaleLines sale={sale} />
						</>
					),
				},
				{
					head: t("dashboard.saleRoute"),
					cell: ({ directBy, route }) =>
						directBy ?? t(route === "card" ? "dashboard.routeCard" : "dashboard.routeFree"),
				},
				{ head: t("dashboard.saleState"), cell: (sale) => <State sale={sale} /> },
				{
					head: t("dashboard.salePrice"),
					isNumber: true,
					cell: (sale) => <Price sale={sale} />,
				},
				{
					head: t("dashboard.saleFees"),
					isNumber: true,
					cell: (sale) => <Fees sale={sale} />,
				},
				{
					head: t("dashboard.saleNet"),
					isNumber: true,
					cell: ({ net, currency, where }) => (
						<>
							<Money price={net} currency={currency} className="font-semibold" />
							<span className="block text-13 text-muted lg:whitespace-nowrap">
								{t(WHERE[where])}
							</span>
						</>
					),
				},
			]}
			menu={(sale) =>
				sale.state === "disputed" ? (
					<a
						className={buttonClass("plain", "sm")}
						href={evidenceLink(sale.id)}
						target="_blank"
						rel="noreferrer"
					>
						{t("dashboard.evidence")}
					</a>
				) : (
					sale.route === "card" && sale.state === "paid" && <RefundSale sale={sale} />
				)
			}
		/>
	);
}

function Buyer({ sale: { id, buyerEmail, checkout, invoiceNumber, place } }: { sale: Sale }) {
	const t = useTexts();
	const { edge, card, differ } = place;
	const from = card ?? edge;
	return (
		<>
			{buyerEmail && (
				<Link to={paths.customer(id)} className="block prose-link">
					{buyerEmail}
				</Link>
			)}
			{checkout?.externalId && (
				<span className="mt-1 block text-13 text-muted">
					{t("dashboard.saleOrder", { id: checkout.externalId })}
				</span>
			)}
			<span className="mt-0.5 block text-13 text-muted">
				{invoiceNumber && (
					<>
						{t("dashboard.saleInvoice", { number: invoiceNumber })}
						{(differ || from) && "\u00a0· "}
					</>
				)}
				{differ
					? t("dashboard.salePlacesDiffer", { edge: edge ?? "", card: card ?? "" })
					: from && t("dashboard.salePlace", { place: from })}
			</span>
		</>
	);
}

function State({ sale }: { sale: Sale }) {
	const t = useTexts();
	const { state, revokedAt, withdrawal, refundFailedAt } = sale;
	const isPartlyRefunded = state === "paid" && Number(sale.refunded) > 0;
	const [tone, label] = STATES[isPartlyRefunded ? "partly_refunded" : state];
	return (
		<>
			<Badge tone={tone} className="whitespace-nowrap">
				{t(label)}
			</Badge>
			{revokedAt && !isReturned(sale) && (
				<Badge tone="warning" className="mt-1">
					{t("dashboard.stateRevoked")}
				</Badge>
			)}
			{withdrawal && (
				<span className="mt-1 block min-w-36 text-13 text-muted">
					<b className="font-medium text-ink">
						{t("dashboard.saleWithdrawn", { date: formatDate(withdrawal.at) })}
					</b>{" "}
					{!isReturned(sale) &&
						t(
							`dashboard.saleWithdrawn.${withdrawal.refundsItself ? "automatic" : withdrawal.outcome}`,
						)}
				</span>
			)}
			{refundFailedAt && (
				<span className="mt-1 block min-w-40 text-13 text-muted">
					{t("dashboard.saleRefundFailed", { date: formatDate(refundFailedAt) })}
				</span>
			)}
		</>
	);
}

/** Amounts that the ledger moved beyond price, refunds and fees: returned fees, or the amount of a dispute. */
function furtherCents({ price, refunded, platformFee, processingFee, net }: Sale): number {
	const fees = shownCents(platformFee) + shownCents(processingFee);
	return shownCents(net) - (shownCents(price) - shownCents(refunded) - fees);
}

function Price({ sale }: { sale: Sale }) {
	const t = useTexts();
	const { price, refunded, currency } = sale;
	const further = furtherCents(sale);
	return (
		<>
			<Money price={price} currency={currency} />
			{Number(refunded) > 0 && (
				<Further>
					{t("dashboard.salePriceRefunded", { amount: formatMoney(refunded, currency) })}
				</Further>
			)}
			{further < 0 && (
				<Further>
					{t("dashboard.saleDisputeTook", { amount: formatCents(-further, currency) })}
				</Further>
			)}
		</>
	);
}

function Fees({ sale }: { sale: Sale }) {
	const t = useTexts();
	const { platformFee, processingFee, currency } = sale;
	const fees = shownCents(platformFee) + shownCents(processingFee);
	const further = furtherCents(sale);
	if (fees === 0) return formatCents(0, currency);
	return (
		<>
			<span className="whitespace-nowrap">− {formatCents(fees, currency)}</span>
			{further > 0 && (
				<Further>
					{t("dashboard.saleFeeReturned", { amount: formatCents(further, currency) })}
				</Further>
			)}
			<span className="block text-13 text-muted">
				<span className="lg:whitespace-nowrap">
					{t("dashboard.saleFeePlatform", { fee: formatMoney(platformFee, currency) })}
				</span>{" "}
				<span className="lg:whitespace-nowrap">
					{t("dashboard.saleFeeProcessing", { fee: formatMoney(processingFee, currency) })}
				</span>
			</span>
		</>
	);
}

function Further({ children }: { children: string }) {
	return <span className="block text-13">{children}</span>;
}
