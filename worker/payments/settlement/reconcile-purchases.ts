import { and, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { purchases } from "../../entitlements/tables.ts";
import { errorFacts, log } from "../../platform/log.ts";
import { shares } from "../../shares/tables.ts";
import { cancelIntent, fetchPayment } from "../provider.ts";
import { findSaleById, type PurchaseRow } from "./find-purchase.ts";
import { cancelUnstarted } from "./purchase-transitions.ts";
import { settlePurchase } from "./settle-purchase.ts";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Younger payments are still being typed. */
const YOUNG_MS = 10 * MINUTE;
/** A payment that nobody has finished by then is given up. */
const ABANDONED_MS = DAY;
/** The provider books a charge within minutes; what is missing after a week needs a person. */
const BOOKING_MS = 7 * DAY;
const MOST = 200;
const AT_ONCE = 5;

/**
 * Asks the provider about purchases that may have been left behind: open ones (asked ever more
 * rarely as they age, given up after a day or when the share is deleted), surplus payments that have not gone back, and charges
 * whose processing fee was not known yet.
 */
export async function reconcilePurchases(ctx: Ctx): Promise<void> {
	const due = await dueForCheck(ctx);
	for (let at = 0; at < due.length; at += AT_ONCE)
		await Promise.all(due.slice(at, at + AT_ONCE).map((purchase) => check(ctx, purchase)));
}

async function dueForCheck(ctx: Ctx): Promise<PurchaseRow[]> {
	const now = ctx.now();
	const waited = sql`${now} - ${purchases.checkedAt} >= (${now} - ${purchases.createdAt}) / 10`;
	const open = and(
		inArray(purchases.state, ["started", "processing"]),
		lt(purchases.createdAt, now - YOUNG_MS),
	);
	const surplus = and(isNotNull(purchases.surplus), sql`${booked("gross", "refund")} <> 0`);
	const unbooked = and(
		isNull(purchases.surplus),
		eq(purchases.state, "paid"),
		isNull(purchases.destinationAccount),
		sql`${purchases.processingFeeCents} > 0`,
		sql`${booked("processing_fee")} = 0`,
		sql`${purchases.paidAt} > ${now - BOOKING_MS}`,
	);
	return ctx.db
		.select()
		.from(purchases)
		.where(
			and(
				eq(purchases.route, "card"),
				or(open, surplus, unbooked),
				or(isNull(purchases.checkedAt), waited),
			),
		)
		.orderBy(sql`${purchases.checkedAt} nulls first`)
		.limit(MOST);
}

/** The sum of a purchase's ledger lines of some kinds, in cents. */
function booked(...kinds: string[]): SQL<number> {
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
		log("error", "reconcile.failed", { purchase: purchase.id, ...errorFacts(error) });
	}
	await ctx.db.update(purchases).set({ checkedAt: ctx.now() }).where(eq(purchases.id, purchase.id));
}

async function settleNow(ctx: Ctx, purchase: PurchaseRow): Promise<void> {
	const [share] = await ctx.db
		.select({ status: shares.status })
		.from(shares)
		.where(eq(shares.id, purchase.shareId));
	// Nothing can be bought any more of a share that was deleted.
	const abandoned = purchase.createdAt < ctx.now() - ABANDONED_MS || share?.status === "deleted";
	if (purchase.paymentIntentId === null) {
		if (abandoned) await cancelUnstarted(ctx, purchase.id);
		return;
	}
	let facts = await fetchPayment(ctx, purchase.paymentIntentId);
	if (facts.status === "open" && abandoned) facts = await cancelIntent(ctx, facts.intentId);
	const sale = await findSaleById(ctx, purchase.id);
	if (sale) await settlePurchase(ctx, sale, facts);
}
