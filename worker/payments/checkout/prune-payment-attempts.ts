import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import { buyers, purchaseHolders, purchases } from "../../entitlements/tables.ts";

/** How long failed attempts are kept, for support requests. */
const KEEP_MS = RETENTION.attemptedPaymentDays * DAY_MS;
const MAX_ROWS = 500;

/**
 * Deletes payment attempts that came to nothing a month ago, and expired buyer identities that hold
 * nothing. Everything that involved money is kept.
 */
export async function prunePaymentAttempts(ctx: Ctx): Promise<void> {
	const now = ctx.now();
	const old = await ctx.db
		.select({ id: purchases.id })
		.from(purchases)
		.where(
			and(
				eq(purchases.state, "cancelled"),
				lt(purchases.closedAt, now - KEEP_MS),
				sql`not exists (select 1 from ledger where ledger.purchase_id = ${purchases.id})`,
			),
		)
		.limit(MAX_ROWS);
	const ids = JSON.stringify(old.map(({ id }) => id));
	const listed = sql`(select value from json_each(${ids}))`;
	const expired = ctx.db
		.select({ id: buyers.id })
		.from(buyers)
		.where(
			and(
				lt(buyers.expiresAt, now),
				sql`not exists (select 1 from purchases where purchases.buyer_id = ${buyers.id})`,
				sql`not exists (select 1 from purchase_holders
					where purchase_holders.buyer_id = ${buyers.id})`,
			),
		)
		.limit(MAX_ROWS);
	await ctx.db.batch([
		ctx.db.delete(purchaseHolders).where(inArray(purchaseHolders.purchaseId, listed)),
		ctx.db.delete(purchases).where(inArray(purchases.id, listed)),
		ctx.db.delete(buyers).where(inArray(buyers.id, expired)),
	]);
}
