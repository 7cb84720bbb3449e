import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
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

/** Returns the creator's sales that match `where`, newest first. */
export async function listSales(ctx: CreatorCtx, where?: SQL): Promise<Sale[]> {
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
		.limit(MAX_ROWS);
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

/** Returns the sales of one of the creator's shares. Throws `share.not_found`. */
export async function salesOfShare(ctx: CreatorCtx, { slug }: { slug: string }): Promise<Sale[]> {
	const [share] = await ctx.replica
		.select({ id: shares.id })
		.from(shares)
		.where(and(eq(shares.slug, slug), eq(shares.creatorId, ctx.user.id)));
	if (!share) throw failure("share.not_found");
	return listSales(ctx, eq(purchases.shareId, share.id));
}
