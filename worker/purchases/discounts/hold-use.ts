import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { HOLD_MS } from "../../catalogue/discounts/uses-sql.ts";
import type { Ctx } from "../../core/context.ts";
import { countingAttempt, isWaiting, keyedLimits } from "../../platform/security/attempts.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { purchases } from "../entitlements/tables.ts";

/** How many buyers of one network hold a use of one code at a time; larger networks hold a little more. */
const HOLDS = { free: 2, firstWaitMs: HOLD_MS, maxWaitMs: HOLD_MS, resetAfterMs: HOLD_MS };

type Attempt = { readonly id: string; readonly buyerId: string; readonly discountId: string };

/**
 * Returns the statements by which an attempt that was just begun holds a use of its code, where the condition
 * holds. It does not where the buyer's network holds as many as it may: who has not paid could take all of them
 * with fresh browsers. It can still be paid, while there is a use left then. Other attempts of the buyer give
 * theirs up.
 */
export async function holdUse(ctx: Ctx, { id, buyerId, discountId }: Attempt, condition: SQL) {
	const limits = await keyedLimits(
		ctx,
		networkLimits(ctx.address, { name: "use-held", ...HOLDS }, discountId),
	);
	const isOwn = and(eq(purchases.buyerId, buyerId), eq(purchases.discountId, discountId));
	return [
		countingAttempt(ctx, limits, condition),
		ctx.db
			.update(purchases)
			.set({ holdsUse: true })
			.where(and(eq(purchases.id, id), sql`not ${isWaiting(ctx, limits)}`)),
		ctx.db
			.update(purchases)
			.set({ holdsUse: false })
			.where(and(isOwn, ne(purchases.id, id), eq(purchases.holdsUse, true), condition)),
	] as const;
}
