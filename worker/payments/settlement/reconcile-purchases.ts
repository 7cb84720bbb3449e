import { and, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import pLimit from "p-limit";
import type { Ctx } from "../../context.ts";
import { purchases } from "../../entitlements/tables.ts";
import { log, serializeError } from "../../platform/log.ts";
import { shares } from "../../shares/tables.ts";
import { cancelIntent, fetchPayment } from "../provider.ts";
import { findSaleById, type PurchaseRow } from "./find-purchase.ts";
import { cancelUnstarted } from "./purchase-transitions.ts";
import { settlePurchase } from "./settle-purchase.ts";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** In younger payments the buyer is probably still typing. */
const YOUNG_MS = 10 * MINUTE;
/** A payment not finished by then is cancelled. */
const ABANDONED_MS = DAY;
/** The provider records a charge within minutes; what is missing after a week needs a person. */
const POSTING_MS = 7 * DAY;
const MAX_ROWS = 200;
const CONCURRENCY = 5;

/**
 * Reads purchases from the provider that may have been missed: open ones (read ever more rarely as they
 * age, cancelled after a day or when the share is deleted), automatically refunded payments whose refund
 * has not succeeded, and charges whose processing fee was not known yet.
 */
export async function reconcilePurchases(ctx: Ctx): Promise<void> {
	const due = await dueForCheck(ctx);
	await pLimit(CONCURRENCY).map(due, (purchase) => check(ctx, purchase));
}

async function dueForCheck(ctx: Ctx): Promise<PurchaseRow[]> {
	const now = ctx.now();
	const waited = sql`${now} - ${purchases.checkedAt} >= (${now} - ${purchases.createdAt}) / 10`;
	const open = and(
		inArray(purchases.state, ["started", "processing"]),
		lt(purchases.createdAt, now - YOUNG_MS),
	);
	const autoRefundReason = and(
		isNotNull(purchases.autoRefundReason),
		sql`${isPosted("gross", "refund")} <> 0`,
	);
	const unposted = and(
		isNull(purchases.autoRefundReason),
		eq(purchases.state, "paid"),
		isNull(purchases.destinationAccount),
		sql`${purchases.processingFeeCents} > 0`,
		sql`${isPosted("processing_fee")} = 0`,
		sql`${purchases.paidAt} > ${now - POSTING_MS}`,
	);
	return ctx.db
		.select()
		.from(purchases)
		.where(
			and(
				eq(purchases.route, "card"),
				or(open, autoRefundReason, unposted),
				or(isNull(purchases.checkedAt), waited),
			),
		)
		.orderBy(sql`${purchases.checkedAt} nulls first`)
		.limit(MAX_ROWS);
}

/** The sum of a purchase's ledger entries of some kinds, in cents. */
function isPosted(...kinds: string[]): SQL<number> {
	const list = sql.join(
		kinds.map((kind) => sql`${kind}`),
		sql`, `,
	);
	return sql<number>`(select coalesce(sum(ledger.amount_cents), 0) from ledger
		where ledger.purchase_id = purchases.id and ledger.kind in (${list}))`;
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
	// A deleted share can no longer be bought.
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
