import { and, eq } from "drizzle-orm";
import type { MyPurchase } from "../../contract/payments/payments.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { findOrCreateBuyer } from "../../purchases/entitlements/buyer.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { addHolder } from "./holders.ts";
import { findReceipts } from "./present-receipt.ts";
import { redeemPurchaseCode } from "./purchase-codes.ts";

/**
 * Adds every paid purchase of an address to the visitor's own buyer identity, in exchange for the code mailed there.
 * Throws `token.not_found` and `rate.limited`.
 */
export async function verifyPurchaseCode(
	ctx: Ctx,
	input: { email: string; code: string },
): Promise<{ response: MyPurchase[]; buyerToken: string | null }> {
	if (!(await redeemPurchaseCode(ctx, input)))
		throw failure("token.not_found", { reason: "receipt.code_wrong" });
	const buyer = await findOrCreateBuyer(ctx);
	const theirs = and(eq(purchases.buyerEmail, input.email), eq(purchases.state, "paid"));
	await ctx.db.batch(addHolder(ctx, theirs, buyer.id));
	return { response: await findReceipts(ctx, theirs), buyerToken: buyer.token };
}
