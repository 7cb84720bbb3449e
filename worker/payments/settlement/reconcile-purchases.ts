import { eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import pLimit from "p-limit";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { log, serializeError } from "../../platform/log.ts";
import { NEXT_CHECK, purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById, type PurchaseRow } from "../../purchases/find-purchase.ts";
import { cancelUnstarted } from "../../purchases/purchase-transitions.ts";
import { cancelIntent, fetchPayment } from "../provider.ts";
import { settlePurchase } from "./settle-purchase.ts";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ABANDONED_MS = DAY;
/** The provider records a charge within minutes; after a week, a person has to look. */
const POSTING_MS = 7 * DAY;
const MAX_ROWS = 200;
const CONCURRENCY = 5;

/**
 * Rereads purchases from the provider: open ones (ever more rarely, cancelled after a day or with a deleted share),
 * automatic refunds that haven't succeeded, and charges without a known processing fee.
 */
export async function reconcilePurchases(ctx: Ctx): Promise<void> {
	const due = await dueForCheck(ctx);
	await pLimit(CONCURRENCY).map(due, (purchase) => check(ctx, purchase));
}

async function dueForCheck(ctx: Ctx): Promise<PurchaseRow[]> {
	const now = ctx.now();
	const waited = sql`(checked_at is null or ${NEXT_CHECK} <= ${now})`;
	const owed = sql`(select coalesce(sum(ledger.amount_cents), 0) from ledger
		where ledger.purchase_id = purchases.id and ledger.kind in ('gross', 'refund'))`;
	const some = (where: SQL, first: SQL | SQLiteColumn) =>
		ctx.db.select().from(purchases).where(where).orderBy(first).limit(MAX_ROWS);
	// One statement per partial index.
	const [open, toReturn, unposted] = await ctx.db.batch([
		some(
			sql`state in ('started', 'processing') and route = 'card' and ${NEXT_CHECK} <= ${now}`,
			NEXT_CHECK,
		),
		some(
			sql`auto_refund_reason is not null
				and (refunded_cents < price_cents or auto_refund_reason = 'differs')
				and ${lte(purchases.createdAt, now)} and ${waited} and ${owed} <> 0`,
			purchases.createdAt,
		),
		some(
			sql`state = 'paid' and route = 'card' and not fee_posted
				and ${gt(purchases.paidAt, now - POSTING_MS)} and ${waited}`,
			purchases.paidAt,
		),
	]);
	return [...open, ...toReturn, ...unposted];
}

async function check(ctx: Ctx, purchase: PurchaseRow): Promise<void> {
	try {
		await settleNow(ctx, purchase);
	} catch (error) {
		log("error", "reconcile.failed", { purchase: purchase.id, ...serializeError(error) });
	}
	await ctx.db.update(purchases).set({ checkedAt: ctx.now() }).where(eq(purchases.id, purchase.id));
}

async function settleNow(ctx: Ctx, purchase: PurchaseRow): Promise<void> {
	const [share] = await ctx.db
		.select({ status: shares.status })
		.from(shares)
		.where(eq(shares.id, purchase.shareId));
	const abandoned = purchase.createdAt < ctx.now() - ABANDONED_MS || share?.status === "deleted";
	if (purchase.paymentIntentId === null) {
		if (abandoned) await cancelUnstarted(ctx, purchase.id);
		return;
	}
	let snapshot = await fetchPayment(ctx, purchase.paymentIntentId);
	if (snapshot.status === "open" && abandoned)
		snapshot = await cancelIntent(ctx, snapshot.intentId);
	const sale = await findSaleById(ctx, purchase.id);
	if (sale) await settlePurchase(ctx, sale, snapshot);
}
