import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { failure } from "../../platform/errors.ts";
import { tokens } from "../../platform/tokens/tables.ts";
import { findToken } from "../../platform/tokens/tokens.ts";
import { findBuyer, findOrCreateBuyer } from "../../purchases/entitlements/buyer.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import type { MyPurchase, ReceiptSummary, RedeemReceiptResponse } from "./contract.ts";
import { addHolder, addHolderWithinLimit, hasHolderRoom } from "./holders.ts";
import { findReceipts } from "./present-receipt.ts";
import { redeemPurchaseCode, sendPurchaseCode } from "./purchase-codes.ts";

type Known = { id: string; email: string };

/** Throws `token.not_found` for unknown links and those of refunded purchases. */
async function purchaseOf(ctx: Ctx, token: string): Promise<Known> {
	const { open } = await findToken(ctx, TOKENS.receipt, token);
	const [known] = await ctx.db
		.select({ id: purchases.id, email: purchases.buyerEmail })
		.from(tokens)
		.innerJoin(purchases, eq(purchases.id, tokens.subject))
		.where(and(open, eq(purchases.state, "paid")));
	if (!known) throw failure("token.not_found");
	return { id: known.id, email: known.email ?? "" };
}

/** "j•••@example.test": only its owner recognises the mailbox. */
function masked(email: string): string {
	return email.replace(/^(.).*@/, "$1•••@");
}

/** Returns what the link opens, without opening it. Throws `token.not_found`. */
export async function summarizeReceipt(
	ctx: Ctx,
	input: { token: string },
): Promise<ReceiptSummary> {
	const { id } = await purchaseOf(ctx, input.token);
	const [found] = await findReceipts(ctx, eq(purchases.id, id));
	if (!found) throw failure("token.not_found");
	const { title, creator, cover } = found;
	return { title, creator, cover };
}

/**
 * Creates a buyer identity if needed. At the limit of browsers, another one needs a code mailed to the receipt's
 * address. Throws `token.not_found`, `receipt.code_required` with the masked `details.email`, `request.invalid` for a
 * wrong code, `rate.limited`.
 */
export async function redeemReceipt(
	ctx: Ctx,
	input: { token: string; code?: string | undefined },
): Promise<{ response: RedeemReceiptResponse; buyerToken: string | null }> {
	const { id, email } = await purchaseOf(ctx, input.token);
	const codeRequired = () =>
		failure("receipt.code_required", { details: { email: masked(email) } });
	const isProven = input.code !== undefined;
	if (isProven && !(await redeemPurchaseCode(ctx, { email, code: input.code ?? "" }))) {
		const message = "This code isn't right or has expired.";
		throw failure("request.invalid", { message, fields: { code: message } });
	}
	// Prevents useless identities.
	if (!isProven && !(await hasHolderRoom(ctx, id, await findBuyer(ctx)))) throw codeRequired();
	const buyer = await findOrCreateBuyer(ctx);
	if (isProven) await ctx.db.batch(addHolder(ctx, eq(purchases.id, id), buyer.id));
	else if (!(await addHolderWithinLimit(ctx, id, buyer.id))) throw codeRequired();
	const [found] = await findReceipts(ctx, eq(purchases.id, id));
	if (!found) throw failure("token.not_found");
	const { receiptUrl: _, ...receipt } = found;
	return { response: { shareId: receipt.shareId, receipt }, buyerToken: buyer.token };
}

/** Throws `token.not_found`, `rate.limited`. */
export async function sendReceiptCode(ctx: Ctx, { token }: { token: string }): Promise<void> {
	const { email } = await purchaseOf(ctx, token);
	await sendPurchaseCode(ctx, { email });
}

/** Adds every paid purchase of the code's address. Throws `token.not_found`, `rate.limited`. */
export async function verifyPurchaseCode(
	ctx: Ctx,
	input: { email: string; code: string },
): Promise<{ response: MyPurchase[]; buyerToken: string | null }> {
	if (!(await redeemPurchaseCode(ctx, input)))
		throw failure("token.not_found", { reason: "receipt.code_wrong" });
	const buyer = await findOrCreateBuyer(ctx);
	const paidByBuyer = and(eq(purchases.buyerEmail, input.email), eq(purchases.state, "paid"));
	await ctx.db.batch(addHolder(ctx, paidByBuyer, buyer.id));
	return { response: await findReceipts(ctx, paidByBuyer), buyerToken: buyer.token };
}
