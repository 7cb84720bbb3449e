import { and, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import { ownShareId } from "../../catalogue/shares/fetch-own-share.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { asciiDomain, priceOf } from "../../contract/fields.ts";
import { numberOf } from "../../contract/money.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { EXPORT_ROWS, isBeyond, pagesOf } from "../../platform/storage/pages.ts";
import {
	isSold,
	netCentsOf,
	refundFailedAt,
	shownStateOf,
} from "../../purchases/entitlements/sold-sql.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { checkouts } from "../checkout-links/tables.ts";
import { directByOf } from "../direct/contract/direct-way.ts";
import { invoiceNumber } from "../invoices/present-invoice.ts";
import { invoices, withdrawals } from "../tables.ts";
import type { Sale, SalePage, salesCsvQuery, salesQuery } from "./contract/sales.ts";
import { isoOrNull, presentSoldSale, soldLines } from "./present-sale.ts";
import { presentWithdrawal } from "./withdrawal-outcome.ts";

const PAGE_ROWS = 50;

function readSales(ctx: CreatorCtx, where: SQL | undefined, most: number) {
	const sum = (condition: SQL) =>
		sql<number>`(select coalesce(sum(ledger.amount_cents), 0) from ledger
			where ledger.purchase_id = purchases.id and ${condition})`;
	return ctx.replica
		.select({
			purchase: purchases,
			slug: shares.slug,
			heldCents: sum(sql`ledger.account = 'platform'`),
			netCents: netCentsOf(sql`purchases`),
			refundFailedAt: refundFailedAt(),
			withdrawal: withdrawals,
			invoiceNumber: invoices.number,
			checkout: checkouts,
			lines: soldLines.as("sold_lines"),
			sentCents: sum(sql`ledger.kind = 'transfer' and ledger.account = 'connected'`),
		})
		.from(purchases)
		.innerJoin(shares, eq(shares.id, purchases.shareId))
		.leftJoin(withdrawals, eq(withdrawals.purchaseId, purchases.id))
		.leftJoin(invoices, eq(invoices.purchaseId, purchases.id))
		.leftJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
		.where(and(eq(purchases.creatorId, ctx.user.id), isSold(sql`purchases`), where))
		.orderBy(desc(purchases.paidAt), desc(purchases.id))
		.limit(most);
}

type Row = Awaited<ReturnType<typeof readSales>>[number];

async function listSales(ctx: CreatorCtx, where: SQL | undefined, most: number): Promise<Sale[]> {
	return (await readSales(ctx, where, most)).map(presentSale);
}

function exchangedOf(purchase: Row["purchase"]): Sale["exchanged"] {
	const { settledCurrency: currency, settledCents } = purchase;
	if (currency === null || settledCents === null || currency === purchase.currency) return null;
	return { currency, price: priceOf(numberOf(settledCents)) };
}

function presentSale(row: Row): Sale {
	const { purchase } = row;
	return {
		...presentSoldSale({ ...row, lines: row.lines && JSON.parse(row.lines) }),
		directBy: directByOf(purchase),
		processingFee: priceOf(purchase.processingFeeCents),
		refundFailedAt: isoOrNull(row.refundFailedAt),
		exchanged: exchangedOf(purchase),
		net: priceOf(row.netCents),
		where: whereOf(row),
		withdrawal: row.withdrawal && presentWithdrawal(row.withdrawal),
		place: {
			edge: purchase.edgeCountry,
			card: purchase.cardCountry,
			differ: purchase.countryConflict,
		},
		revokedAt: isoOrNull(purchase.revokedAt),
		invoiceNumber: row.invoiceNumber === null ? null : invoiceNumber(row.invoiceNumber),
	};
}

function whereOf({ purchase, heldCents, sentCents }: Row): Sale["where"] {
	if (purchase.route !== "card") return purchase.route;
	if (purchase.state === "refunded") return "returned";
	if (purchase.destinationAccount !== null) return "connected";
	return sentCents > 0 && heldCents <= 0 ? "transferred" : "balance";
}

/** `from` is inclusive, `until` exclusive (ms). */
export type SalesSelection = z.output<typeof salesCsvQuery>;

/** Throws `share.not_found`. */
async function selected(
	ctx: CreatorCtx,
	{ shareId, state, from, until }: SalesSelection,
): Promise<SQL | undefined> {
	return and(
		shareId === undefined ? undefined : eq(purchases.shareId, await ownShareId(ctx, shareId)),
		from === undefined ? undefined : gte(purchases.paidAt, from),
		until === undefined ? undefined : lt(purchases.paidAt, until),
		state === undefined
			? undefined
			: state === "partly_refunded"
				? sql`purchases.state = 'paid' and purchases.refunded_cents > 0`
				: sql`${shownStateOf(sql`purchases`)} = ${state}`,
	);
}

/** Throws `share.not_found`. */
export async function salesPages(
	ctx: CreatorCtx,
	selection: SalesSelection,
): Promise<AsyncGenerator<Sale[]>> {
	const where = await selected(ctx, selection);
	const order = [sql`purchases.paid_at`, sql`purchases.id`];
	return pagesOf((after) => {
		const last = after && [Date.parse(after.paidAt ?? ""), after.id];
		return listSales(ctx, and(where, isBeyond("<", order, last)), EXPORT_ROWS);
	});
}

type SalesQuery = Partial<z.output<typeof salesQuery>>;

/** Newest first. Throws `share.not_found`, and `request.invalid` if `after` isn't a purchase of theirs. */
export async function pageOfSales(
	ctx: CreatorCtx,
	{ after, buyer, externalId, limit = PAGE_ROWS, ...selection }: SalesQuery,
): Promise<SalePage> {
	const [isSelected, isAfter] = await Promise.all([
		selected(ctx, selection),
		after === undefined ? undefined : comesAfter(ctx, after),
	]);
	const where = and(
		isSelected,
		isAfter,
		externalId === undefined
			? undefined
			: sql`purchases.checkout_id in (select id from checkouts
				where creator_id = ${ctx.user.id} and external_id = ${externalId})`,
		buyer === undefined
			? undefined
			: sql`lower(purchases.buyer_email) = ${asciiDomain(buyer.toLowerCase())}`,
	);
	const rows = await listSales(ctx, where, limit + 1);
	const sales = rows.slice(0, limit);
	return { sales, next: rows.length > limit ? (sales.at(-1)?.id ?? null) : null };
}

/** The id breaks ties. */
async function comesAfter(ctx: CreatorCtx, id: string): Promise<SQL> {
	const [last] = await ctx.replica
		.select({ paidAt: purchases.paidAt })
		.from(purchases)
		.where(and(eq(purchases.id, id), eq(purchases.creatorId, ctx.user.id)));
	if (!last?.paidAt) throw invalidField("after", "This sale doesn't exist");
	return sql`(purchases.paid_at, purchases.id) < (${last.paidAt}, ${id})`;
}

/** Throws `purchase.not_found`. */
export async function showSale(ctx: CreatorCtx, { id }: { id: string }): Promise<Sale> {
	const [sale] = await listSales(ctx, eq(purchases.id, id), 1);
	if (!sale) throw failure("purchase.not_found");
	return sale;
}
