import type { Ctx } from "../../context.ts";
import type { DirectClaim } from "../../contract/payments.ts";
import { failure } from "../../platform/errors.ts";
import { findSaleById, type Sale } from "../find-purchase.ts";
import { answerSale, type ClaimAnswer } from "./answer-claim.ts";
import { opensClaim } from "./claim-links.ts";
import { presentClaim } from "./present-claim.ts";

type Link = { id: string; token: string };

/** The claim that a mailed link opens. Throws `token.not_found` for any other link. */
async function opened(ctx: Ctx, link: Link): Promise<Sale> {
	if (!(await opensClaim(ctx, link.id, link.token))) throw failure("token.not_found");
	const sale = await findSaleById(ctx, link.id);
	if (!sale || sale.purchase.claimedAt === null) throw failure("token.not_found");
	return sale;
}

/** Shows the claim to whoever has the link from the creator's mail; changes nothing. */
export async function lookAtClaim(ctx: Ctx, link: Link): Promise<DirectClaim> {
	return presentClaim(await opened(ctx, link), "creator");
}

/** Answers the claim by the link from the creator's mail. Throws what `answerSale` throws. */
export async function answerClaimByLink(
	ctx: Ctx,
	input: Link & { answer: ClaimAnswer },
): Promise<DirectClaim> {
	return presentClaim(await answerSale(ctx, await opened(ctx, input), input.answer), "creator");
}
