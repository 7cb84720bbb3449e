import type { ClaimDecision, DirectClaim } from "../../contract/payments/payments.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { findSaleById, type Sale } from "../../purchases/find-purchase.ts";
import { opensClaim } from "./claim-links.ts";
import { decideSale } from "./decide-claim.ts";
import { fetchClaimOf } from "./find-claims.ts";

type Link = { id: string; token: string };

/** Throws `token.not_found` unless a mailed link opens the claim. */
async function opened(ctx: Ctx, link: Link): Promise<Sale> {
	if (!(await opensClaim(ctx, link.id, link.token))) throw failure("token.not_found");
	const sale = await findSaleById(ctx, link.id);
	if (!sale || sale.purchase.claimedAt === null) throw failure("token.not_found");
	return sale;
}

export async function getClaim(ctx: Ctx, link: Link): Promise<DirectClaim> {
	await opened(ctx, link);
	return fetchClaimOf(ctx, link.id);
}

/** Throws what `decideSale` throws. */
export async function decideClaimByLink(
	ctx: Ctx,
	input: Link & ClaimDecision,
): Promise<DirectClaim> {
	await decideSale(ctx, await opened(ctx, input), input);
	return fetchClaimOf(ctx, input.id);
}
