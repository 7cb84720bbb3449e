import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { hasBoughtAlready } from "../../purchases/availability-sql.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import type { PurchaseRow } from "../../purchases/find-purchase.ts";

/**
 * For shares that sell single files. Throws `payment.conflict` for an attempt whose payment would be refunded as a
 * duplicate: its price doesn't count payments that are disputed, or that this address made in another browser.
 */
export async function requireAcceptable(
	ctx: Ctx,
	{ id, state, wholeCents }: PurchaseRow,
	address: string | null = null,
): Promise<void> {
	if (wholeCents === null || state !== "started") return;
	const [refused] = await ctx.db
		.select({ inBrowser: sql<number>`${hasBoughtAlready()}` })
		.from(purchases)
		.where(and(eq(purchases.id, id), hasBoughtAlready(address)));
	if (!refused) return;
	const reason = refused.inBrowser ? "payment.disputed_before" : "payment.paid_elsewhere";
	throw failure("payment.conflict", { reason });
}
