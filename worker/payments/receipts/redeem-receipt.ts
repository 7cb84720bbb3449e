import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { RedeemAnswer } from "../../contract/payments.ts";
import { findOrMakeBuyer } from "../../entitlements/buyer.ts";
import { purchaseHolders, purchases } from "../../entitlements/tables.ts";
import { sha256 } from "../../platform/crypto.ts";
import { failure } from "../../platform/errors.ts";
import { receiptTokens } from "../tables.ts";
import { receiptsWhere } from "./present-receipt.ts";

/** So many browsers may hold one purchase: plenty for a person, too few for a public link. */
const MOST_HOLDERS = 20;

/**
 * Adds the purchase behind a receipt link to the visitor's own buyer identity, which is made when
 * there is none and never replaced. Throws `token.not_found` for unknown links and those of
 * purchases that were refunded, and `forbidden` when too many browsers hold the purchase already.
 */
export async function redeemReceipt(
	ctx: Ctx,
	input: { token: string },
): Promise<{ answer: RedeemAnswer; buyerToken: string | null }> {
	const [known] = await ctx.db
		.select({ id: purchases.id })
		.from(receiptTokens)
		.innerJoin(purchases, eq(purchases.id, receiptTokens.purchaseId))
		.where(
			and(eq(receiptTokens.tokenHash, await sha256(input.token)), eq(purchases.state, "paid")),
		);
	if (!known) throw failure("token.not_found");
	const buyer = await findOrMakeBuyer(ctx);
	await ctx.db
		.insert(purchaseHolders)
		.select(
			sql`select ${known.id}, ${buyer.id}, ${ctx.now()} where (select count(*) from purchase_holders
				where purchase_holders.purchase_id = ${known.id}) < ${MOST_HOLDERS}`,
		)
		.onConflictDoNothing();
	const [held] = await ctx.db
		.select({ id: purchaseHolders.purchaseId })
		.from(purchaseHolders)
		.where(and(eq(purchaseHolders.purchaseId, known.id), eq(purchaseHolders.buyerId, buyer.id)));
	if (!held)
		throw failure(
			"forbidden",
			"This receipt has been opened in too many browsers. Find your purchases by email instead.",
		);
	const [found] = await receiptsWhere(ctx, eq(purchases.id, known.id));
	if (!found) throw failure("token.not_found");
	const { receiptUrl: _, ...receipt } = found;
	return { answer: { shareId: receipt.shareId, receipt }, buyerToken: buyer.token };
}
