import { and, eq, sql } from "drizzle-orm";
import { shares } from "../../catalogue/shares/tables.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { nextRevision } from "../../platform/storage/revisions.ts";
import { hasBoughtAlready, shareIsAvailable } from "../../purchases/availability-sql.ts";
import { declineByCreator, isDeclinable, isDeclined } from "../../purchases/claim-transitions.ts";
import { countChange } from "../../purchases/count-change.ts";
import { salesMade, soldOut } from "../../purchases/entitlements/access-sql.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById, type Sale } from "../../purchases/find-purchase.ts";
import { purchaseIs } from "../../purchases/purchase-transitions.ts";
import { fetchOwnSale } from "../sales/refund-purchase.ts";
import { claimDeclined } from "./claim-events.ts";
import type { ClaimDecision, DirectClaim } from "./contract/direct.ts";
import { fetchClaimOf } from "./find-claims.ts";
import { declinedMail, opensClaim } from "./mails.ts";
import { releaseStatements } from "./release.ts";
import { settleOpenedClaims } from "./settle-opened.ts";

/** Throws `purchase.not_found` for other creators' claims. */
export async function decideClaim(
	ctx: CreatorCtx,
	input: { id: string; decision: ClaimDecision },
): Promise<DirectClaim> {
	const sale = await fetchOwnSale(ctx, input.id);
	await decideSale(ctx, sale, input.decision);
	return fetchClaimOf(ctx, input.id);
}

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

/** Throws like `decideSale`. */
export async function decideClaimByLink(
	ctx: Ctx,
	input: Link & ClaimDecision,
): Promise<DirectClaim> {
	await decideSale(ctx, await opened(ctx, input), input);
	return fetchClaimOf(ctx, input.id);
}

/**
 * A repeated decision changes nothing. An approved claim with nothing left to open is closed as `already_open`; the
 * creator may still state what happened to its money. Throws `payment.conflict` if it was decided otherwise, and
 * `share.sold_out` without stock, unless the decision raises the limit.
 */
async function decideSale(ctx: Ctx, sale: Sale, decision: ClaimDecision): Promise<void> {
	const { id, route } = sale.purchase;
	if (route !== "direct") throw failure("purchase.not_found");
	if (decision.decision === "approve") await approve(ctx, sale, decision.raise);
	else await decline(ctx, sale, decision.reason);
	const after = (await findSaleById(ctx, id))?.purchase;
	if (!after) throw failure("purchase.not_found");
	countChange(ctx, sale.purchase, after);
	const { state, declineReason } = after;
	if (decision.decision === "approve") {
		if (state === "paid" || (state === "declined" && declineReason === "already_open")) return;
		if (state === "claimed") throw await approvalFailure(ctx, id);
	} else if (state === "declined" && declineReason === decision.reason) return;
	throw failure("payment.conflict", { reason: "claim.decided" });
}

async function approve(ctx: Ctx, sale: Sale, raises: boolean): Promise<void> {
	await settleOpenedClaims(ctx, sale.purchase);
	const [first, ...others] = await releaseStatements(ctx, sale, { unasked: false });
	if (first)
		await ctx.db.batch(raises ? [raiseStatement(ctx, sale), first, ...others] : [first, ...others]);
	// The approval may leave other claims with nothing to open.
	await settleOpenedClaims(ctx, sale.purchase);
}

/**
 * Raises a sold-out share's limit for this claim only, if everything it would open exists. Must be in the batch that
 * sells the copy, so that no other purchase takes it. A share in link mode is sold once.
 */
function raiseStatement(ctx: Ctx, { purchase }: Sale) {
	return ctx.db
		.update(shares)
		.set({ maxSales: sql`${salesMade()} + 1`, ...nextRevision(ctx, shares) })
		.where(
			and(
				eq(shares.id, purchase.shareId),
				eq(shares.saleMode, "each"),
				eq(shares.status, "published"),
				sql`${soldOut()}`,
				purchaseIs(
					purchase.id,
					sql`purchases.state = 'claimed' and not ${hasBoughtAlready()} and ${shareIsAvailable()}`,
				),
			),
		);
}

async function approvalFailure(ctx: Ctx, id: string) {
	const [share] = await ctx.db
		.select({ isThere: shareIsAvailable(), saleMode: shares.saleMode, soldOut: soldOut() })
		.from(purchases)
		.innerJoin(shares, eq(shares.id, purchases.shareId))
		.where(eq(purchases.id, id));
	if (!share?.isThere) return failure("payment.conflict", { reason: "claim.files_gone" });
	if (share.soldOut && share.saleMode === "each")
		return failure("share.sold_out", { reason: "claim.raises_limit" });
	return failure("payment.conflict", { reason: "claim.other_disputed" });
}

async function decline(
	ctx: Ctx,
	sale: Sale,
	reason: Extract<ClaimDecision, { decision: "decline" }>["reason"],
): Promise<void> {
	const { purchase } = sale;
	await ctx.db.batch([
		claimDeclined(ctx, sale, reason, isDeclinable),
		declineByCreator(ctx, purchase.id, reason),
		...(purchase.buyerEmail === null
			? []
			: [
					queueMailWhen(
						ctx,
						declinedMail(ctx, { sale, to: purchase.buyerEmail, declineReason: reason }),
						isDeclined(purchase.id, reason),
					),
				]),
	]);
}
