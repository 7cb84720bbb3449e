import { and, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { CreatorCtx } from "../../context.ts";
import { priceOf } from "../../contract/fields.ts";
import type { Sale } from "../../contract/payments.ts";
import { purchases } from "../../entitlements/tables.ts";
import { failure } from "../../platform/errors.ts";
import { shares } from "../../shares/tables.ts";
import { discountOf } from "../checkout/price.ts";
import { invoiceNumber } from "../invoices/present-invoice.ts";
import { refundFailedAt } from "../settlement/failed-refund-sql.ts";
import { invoices, withdrawals } from "../tables.ts";
import { presentWithdrawal } from "../withdrawal/outcome.ts";

/** Sold, including what was refunded since; attempts and automatically refunded payments are no sales. */
const SOLD = ["paid", "disputed", "refunded"] as const;
const MAX_ROWS = 10_000;

/** Returns the creator's sales that match `where`, newest first, `most` at most. */
async function listSales(ctx: CreatorCtx, where?: SQL, most: number = MAX_ROWS): Promise<Sale[]> {
	const sum = (condition: SQL) =>
		sql<number>`(select coalesce(sum(ledger.amount_cents), 0) from ledger
			where ledger.purchase_id = purchases.id and ${condition})`;
	const rows = await ctx.replica
		.select({
			purchase: purchases,
			slug: shares.slug,
			heldCents: sum(sql`ledger.account = 'platform'`),
			totalCents: sum(sql`true`),
			feeCents: sum(sql`ledger.kind = 'processing_fee'`),
			refundFailedAt: refundFailedAt(),
			withdrawal: withdrawals,
			invoiceNumber: invoices.number,
			sentCents: sum(sql`ledger.kind = 'transfer' and ledger.account = 'connected'`),
		})
		.from(purchases)
		.innerJoin(shares, eq(shares.id, purchases.shareId))
		.leftJoin(withdrawals, eq(withdrawals.purchaseId, purchases.id))
		.leftJoin(invoices, eq(invoices.purchaseId, purchases.id))
		.where(
			and(
				eq(purchases.creatorId, ctx.user.id),
				inArray(purchases.state, [...SOLD]),
				isNull(purchases.autoRefundReason),
				where,
			),
		)
		.orderBy(desc(purchases.paidAt), desc(purchases.id))
		.limit(most);
	return rows.map(presentSale);
}

type Row = {
	purchase: typeof purchases.$inferSelect;
	slug: string;
	heldCents: number;
	totalCents: number;
	feeCents: number;
	sentCents: number;
	refundFailedAt: number | null;
	withdrawal: typeof withdrawals.$inferSelect | null;
	invoiceNumber: number | null;
};

function presentSale(row: Row): Sale {
	const { purchase } = row;
	// Until the provider has recorded the charge, its usual fee is assumed.
	const unposted = row.feeCents === 0 ? purchase.processingFeeCents : 0;
	const outside = purchase.route !== "card";
	return {
		id: purchase.id,
		shareId: row.slug,
		title: purchase.shareTitle,
		route: purchase.route,
		state: purchase.state,
		buyerEmail: purchase.buyerEmail ?? "",
		price: priceOf(purchase.priceCents),
		discount: discountOf(purchase),
		platformFee: priceOf(purchase.platformFeeCents),
		processingFee: priceOf(purchase.processingFeeCents),
		refunded: priceOf(purchase.refundedCents),
		refundFailedAt: isoOrNull(row.refundFailedAt),
		net: priceOf(outside ? purchase.priceCents : row.totalCents - unposted),
		where: whereOf(row),
		createdAt: new Date(purchase.createdAt).toISOString(),
		paidAt: isoOrNull(purchase.paidAt),
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

function isoOrNull(ms: number | null): string | null {
	return ms === null ? null : new Date(ms).toISOString();
}

function whereOf({ purchase, heldCents, sentCents }: Row): Sale["where"] {
	if (purchase.route !== "card") return purchase.route;
	if (purchase.state === "refunded") return "returned";
	if (purchase.destinationAccount !== null) return "connected";
	return sentCents > 0 && heldCents <= 0 ? "transferred" : "balance";
}

/** Which sales are meant: of one share, paid from a moment on and before another (ms), at most so many. */
export type SalesFilter = { slug?: string; from?: number; until?: number; most?: number };

/** Returns the creator's sales of all shares or one, newest first. */
export function findSales(
	ctx: CreatorCtx,
	{ slug, from, until, most = MAX_ROWS }: SalesFilter,
): Promise<Sale[]> {
	const where = and(
		slug === undefined ? undefined : eq(shares.slug, slug),
		from === undefined ? undefined : gte(purchases.paidAt, from),
		until === undefined ? undefined : lt(purchases.paidAt, until),
	);
	return listSales(ctx, where, most);
}

/** Returns one of the creator's sales. Throws `purchase.not_found`. */
export async function showSale(ctx: CreatorCtx, { id }: { id: string }): Promise<Sale> {
	const [sale] = await listSales(ctx, eq(purchases.id, id), 1);
	if (!sale) throw failure("purchase.not_found");
	return sale;
}

/** Returns the sales of one of the creator's shares. Throws `share.not_found`. */
export async function salesOfShare(ctx: CreatorCtx, { slug }: { slug: string }): Promise<Sale[]> {
	const [share] = await ctx.replica
		.select({ id: shares.id })
		.from(shares)
		.where(and(eq(shares.slug, slug), eq(shares.creatorId, ctx.user.id)));
	if (!share) throw failure("share.not_found");
	return listSales(ctx, eq(purchases.shareId, share.id));
}
