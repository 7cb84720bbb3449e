import type { Ctx } from "../../context.ts";
import type { ClaimAnswer, DirectClaim } from "../../contract/payments.ts";
import { failure } from "../../platform/errors.ts";
import { findSaleById, type Sale } from "../settlement/find-purchase.ts";
import { answerSale } from "./answer-claim.ts";
import { opensClaim } from "./claim-links.ts";
import { fetchClaimOf } from "./claims-where.ts";

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
	await opened(ctx, link);
	return fetchClaimOf(ctx, link.id);
}

/** Answers the claim by the link from the creator's mail. Throws what `answerSale` throws. */
export async function answerClaimByLink(ctx: Ctx, input: Link & ClaimAnswer): Promise<DirectClaim> {
	await answerSale(ctx, await opened(ctx, input), input);
	return fetchClaimOf(ctx, input.id);
}
