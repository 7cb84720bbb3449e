import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { MyPurchase } from "../../contract/payments.ts";
import { findOrMakeBuyer } from "../../entitlements/buyer.ts";
import { purchases } from "../../entitlements/tables.ts";
import { failure } from "../../platform/errors.ts";
import { letIn } from "./holders.ts";
import { receiptsWhere } from "./present-receipt.ts";
import { takePurchaseCode } from "./purchase-codes.ts";

/**
 * Adds every paid purchase of an address to the visitor's own buyer identity, against the code that
 * was mailed there. Throws `token.not_found` and `rate.limited`.
 */
export async function verifyPurchaseCode(
	ctx: Ctx,
	input: { email: string; code: string },
): Promise<{ answer: MyPurchase[]; buyerToken: string | null }> {
	if (!(await takePurchaseCode(ctx, input)))
		throw failure("token.not_found", "This code is not right or has expired.");
	const buyer = await findOrMakeBuyer(ctx);
	const theirs = and(eq(purchases.buyerEmail, input.email), eq(purchases.state, "paid"));
	await ctx.db.batch(letIn(ctx, theirs, buyer.id));
	return { answer: await receiptsWhere(ctx, theirs), buyerToken: buyer.token };
}
