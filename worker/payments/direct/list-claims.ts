import { and, eq, gt, isNotNull, lt, or, sql } from "drizzle-orm";
import { sessionUser } from "../../accounts/sessions.ts";
import { DAY_MS } from "../../contract/retention.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { inSteps, nextOf } from "../../platform/storage/in-steps.ts";
import { findBuyer } from "../../purchases/entitlements/buyer.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById } from "../../purchases/find-purchase.ts";
import { cancelStarted, isInState } from "../../purchases/purchase-transitions.ts";
import type { DirectClaim } from "./contract/direct.ts";
import { claimsAfter, cursorOf, fetchClaimOf, findClaims, presentClaim } from "./find-claims.ts";
import { claimLink, reminderMail } from "./mails.ts";

const SHOWN_MS = 30 * DAY_MS;

export async function listClaims(ctx: CreatorCtx): Promise<DirectClaim[]> {
	return findClaims(
		ctx,
		and(
			eq(purchases.creatorId, ctx.user.id),
			isNotNull(purchases.claimedAt),
			or(eq(purchases.state, "claimed"), gt(purchases.claimedAt, ctx.now() - SHOWN_MS)),
		),
	);
}

/** Throws `purchase.not_found` unless the caller is the buyer or the creator. */
export async function fetchClaim(ctx: Ctx, { id }: { id: string }): Promise<DirectClaim> {
	const [sale, buyer, user] = await Promise.all([
		findSaleById(ctx, id),
		findBuyer(ctx),
		sessionUser(ctx),
	]);
	if (sale?.purchase.route !== "direct") throw failure("purchase.not_found");
	if (buyer === sale.purchase.buyerId) return presentClaim(sale, "buyer");
	if (user?.id === sale.purchase.creatorId) return fetchClaimOf(ctx, id);
	throw failure("purchase.not_found");
}

/** Reminds creators once, after a day. Continues after the last run's claims. */
export async function remindOfClaims(ctx: Ctx, from: string | null): Promise<string | null> {
	const page = await claimsAfter(ctx, from, ctx.now() - DAY_MS);
	for (const { id } of page) {
		const sale = await findSaleById(ctx, id);
		if (sale?.purchase.state === "claimed")
			await queueMailWhen(
				ctx,
				reminderMail(ctx, { sale, url: await claimLink(ctx, id) }),
				isInState(id, "claimed"),
			);
	}
	return cursorOf(page.at(-1)) ?? from;
}

export async function closeUnclaimed(ctx: Ctx): Promise<void> {
	const old = nextOf(
		purchases,
		sql`state = 'started' and route <> 'card' and ${lt(purchases.createdAt, ctx.now() - 7 * DAY_MS)}`,
	);
	await inSteps(async () => (await cancelStarted(ctx, old).returning({ id: purchases.id })).length);
}
