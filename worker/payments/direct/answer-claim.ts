import { and, eq } from "drizzle-orm";
import type { CreatorCtx, Ctx } from "../../context.ts";
import type { DirectClaim } from "../../contract/payments.ts";
import { purchases } from "../../entitlements/tables.ts";
import { failure } from "../../platform/errors.ts";
import { queueMailWhen } from "../../platform/mail.ts";
import { findSaleById, type Sale } from "../find-purchase.ts";
import { fetchOwnSale } from "../sales/refund-purchase.ts";
import { declinedMail } from "./claim-mails.ts";
import { presentClaim } from "./present-claim.ts";
import { isInState, releaseStatements } from "./release.ts";

export type ClaimAnswer = "approve" | "decline";

/** The signed-in creator answers a claim. Throws `purchase.not_found` for other people's, and what `answer` throws. */
export async function answerClaim(
	ctx: CreatorCtx,
	input: { id: string; answer: ClaimAnswer },
): Promise<DirectClaim> {
	const sale = await fetchOwnSale(ctx, input.id);
	return presentClaim(await answerSale(ctx, sale, input.answer), "creator");
}

/**
 * Approves or declines, once: repeating the same answer changes nothing. Throws `payment.conflict`
 * when the claim was answered otherwise, `share.sold_out` and `payment.already_paid` when there is
 * nothing left to approve.
 */
export async function answerSale(ctx: Ctx, sale: Sale, given: ClaimAnswer): Promise<Sale> {
	const { purchase } = sale;
	if (purchase.route !== "direct") throw failure("purchase.not_found");
	if (given === "approve") {
		const [first, ...others] = await releaseStatements(ctx, sale, { tellCreator: false });
		if (first) await ctx.db.batch([first, ...others]);
	} else await decline(ctx, sale);
	const after = await findSaleById(ctx, purchase.id);
	if (!after) throw failure("purchase.not_found");
	const { state } = after.purchase;
	if (state === (given === "approve" ? "paid" : "declined")) return after;
	if (state === "claimed")
		throw failure(
			"share.sold_out",
			"There is no copy left to sell, or the buyer has bought it in another way.",
		);
	throw failure("payment.conflict", "This claim has been answered already.");
}

async function decline(ctx: Ctx, sale: Sale): Promise<void> {
	const { purchase } = sale;
	await ctx.db.batch([
		ctx.db
			.update(purchases)
			.set({ state: "declined", closedAt: ctx.now() })
			.where(and(eq(purchases.id, purchase.id), eq(purchases.state, "claimed"))),
		...(purchase.buyerEmail === null
			? []
			: [
					queueMailWhen(
						ctx,
						declinedMail(ctx, sale, purchase.buyerEmail),
						isInState(purchase.id, "declined"),
					),
				]),
	]);
}
