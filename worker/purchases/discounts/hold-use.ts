import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { HOLD_MS } from "../../catalogue/discounts/uses-sql.ts";
import type { Ctx } from "../../core/context.ts";
import { countingAttempt, isWaiting, keyedLimits } from "../../platform/security/attempts.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { purchases } from "../entitlements/tables.ts";

/** Buyers of one network who may hold a use of one code; larger networks a few more. */
const HOLDS = { free: 2, firstWaitMs: HOLD_MS, maxWaitMs: HOLD_MS, resetAfterMs: HOLD_MS };

type Attempt = { readonly id: string; readonly buyerId: string; readonly discountId: string };

/**
 * Makes a newly begun attempt hold a use of its code, unless too many buyers of its network do: fresh browsers could
 * hold all uses without paying. The attempt can still be paid if a use is left then. The buyer's other attempts release
 * theirs.
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
