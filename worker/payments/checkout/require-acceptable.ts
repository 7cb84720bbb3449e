import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { hasBoughtAlready } from "../../purchases/availability-sql.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import type { PurchaseRow } from "../../purchases/find-purchase.ts";

/**
 * For shares that sell single files. Throws `payment.conflict` for an attempt whose payment would be refunded as a
 * duplicate, since its price doesn't count a disputed payment. Says nothing of payments in other browsers: that would
 * tell anyone what an address has bought.
 */
export async function requireAcceptable(
	ctx: Ctx,
	{ id, state, wholeCents }: PurchaseRow,
): Promise<void> {
	if (wholeCents === null || state !== "started") return;
	const [refused] = await ctx.db
		.select({ id: purchases.id })
		.from(purchases)
		.where(and(eq(purchases.id, id), hasBoughtAlready()));
	if (refused) throw failure("payment.conflict", { reason: "payment.disputed_before" });
}
