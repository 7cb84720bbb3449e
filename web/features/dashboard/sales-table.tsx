import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Sale, ShownState } from "../../../worker/contract/payments/payments.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatDate, formatDateTime, formatMoney } from "../../lib/i18n/format.ts";
import { evidenceLink } from "../../lib/server/queries/sales.ts";
import { Money } from "../../shared/money.tsx";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { RefundSale } from "./refund-sale.tsx";
import { SaleOrigin, SaleWithdrawal } from "./sale-law.tsx";
import { useTexts } from "./texts.ts";

/** One row a sale; on phones a row becomes a list of labelled cells. */
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
			<table className="tabular w-full text-left max-md:block md:min-w-3xl">
				<thead className="text-13 text-muted max-md:sr-only">
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
				<tbody className="max-md:block">
					{sales.map((sale) => (
						<SaleRow key={sale.id} slug={slug} sale={sale} />
					))}
				</tbody>
			</table>
		</section>
	);
}

const STATES: Record<ShownState, [BadgeTone, Parameters<ReturnType<typeof useTexts>>[0]]> = {
	started: ["neutral", "dashboard.stateStarted"],
	processing: ["info", "dashboard.stateProcessing"],
	paid: ["good", "dashboard.statePaid"],
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

function SaleRow({ slug, sale }: { slug: string; sale: Sale }) {
	const t = useTexts();
	const [tone, label] = STATES[sale.state];
	const fees = Number(sale.platformFee) + Number(sale.processingFee);
	return (
		<tr className="border-line align-top not-first:border-t max-md:block max-md:px-4 max-md:py-3 md:border-t">
			<Cell label={t("dashboard.saleDate")} className="whitespace-nowrap">
				<time dateTime={sale.createdAt}>{formatDateTime(sale.paidAt ?? sale.createdAt)}</time>
			</Cell>
			<Cell label={t("dashboard.saleBuyer")} className="wrap-anywhere md:min-w-48">
				{sale.buyerEmail && (
					<Link to={paths.customer(sale.id)} className="prose-link">
						{sale.buyerEmail}
					</Link>
				)}
				{sale.checkout?.externalId && (
					<span className="mt-1 block text-13 text-muted">
						{t("dashboard.saleOrder", { id: sale.checkout.externalId })}
					</span>
				)}
				<SaleOrigin sale={sale} />
			</Cell>
			<Cell label={t("dashboard.saleRoute")}>
				{sale.directBy ?? t(sale.route === "card" ? "dashboard.routeCard" : "dashboard.routeFree")}
			</Cell>
			<Cell label={t("dashboard.saleState")}>
				<Badge tone={tone}>{t(label)}</Badge>
				{sale.revokedAt && sale.state !== "refunded" && sale.state !== "lost" && (
					<Badge tone="warning" className="mt-1">
						{t("dashboard.stateRevoked")}
					</Badge>
				)}
				<SaleWithdrawal sale={sale} />
				{sale.refundFailedAt && (
					<span className="mt-1 block min-w-40 text-13 text-muted">
						{t("dashboard.saleRefundFailed", { date: formatDate(sale.refundFailedAt) })}
					</span>
				)}
			</Cell>
			<Cell label={t("dashboard.salePrice")} className="md:text-right">
				<Money price={sale.price} currency={sale.currency} />
				{Number(sale.refunded) > 0 && (
					<span className="block text-13 whitespace-nowrap text-muted">
						− <Money price={sale.refunded} currency={sale.currency} />
					</span>
				)}
			</Cell>
			<Cell label={t("dashboard.saleFees")} className="md:text-right">
				{formatMoney(fees.toFixed(2), sale.currency)}
				{fees > 0 && (
					<span className="block text-13 text-muted">
						{t("dashboard.saleFeesOf", {
							platform: formatMoney(sale.platformFee, sale.currency),
							processing: formatMoney(sale.processingFee, sale.currency),
						})}
					</span>
				)}
			</Cell>
			<Cell label={t("dashboard.saleNet")} className="md:text-right">
				<Money price={sale.net} currency={sale.currency} className="font-semibold" />
				<span className="block text-13 text-muted">{t(WHERE[sale.where])}</span>
			</Cell>
			<td className="text-right max-md:block md:px-4 md:py-2">
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

function Cell({
	label,
	className,
	children,
}: {
	label: string;
	className?: string;
	children: ReactNode;
}) {
	return (
		<td
			data-label={label}
			className={classes(
				"max-md:flex max-md:justify-between max-md:gap-4 max-md:py-1 max-md:before:shrink-0 max-md:before:text-muted max-md:before:content-[attr(data-label)] md:px-4 md:py-3",
				className,
			)}
		>
			<div className="min-w-0 max-md:text-end">{children}</div>
		</td>
	);
}
