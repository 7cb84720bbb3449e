import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { priceOf } from "../../contract/fields.ts";
import type { BeginDirectAnswer } from "../../contract/payments.ts";
import { findOrMakeBuyer } from "../../entitlements/buyer.ts";
import { purchases } from "../../entitlements/tables.ts";
import { isUniqueViolation } from "../../platform/db.ts";
import { failure } from "../../platform/errors.ts";
import { beginPurchase, fetchOffer, type Offer } from "../begin-payment.ts";
import type { PurchaseRow } from "../find-purchase.ts";
import { presentClaim } from "./present-claim.ts";

/** A quote stands for a day: paying in another app takes its time. */
const QUOTE_LIFE_MS = 24 * 60 * 60 * 1000;
const ROUNDS = 3;

/** A buyer's attempt to pay directly, and the token of the buyer identity if one was made for it. */
export type DirectAttempt = {
	readonly purchase: PurchaseRow;
	readonly offer: Offer;
	readonly handle: string;
	readonly buyerToken: string | null;
};

/**
 * Finds or begins this buyer's direct payment for a share, and with it the reference code. One that
 * was declined counts: its code stands in the note of a payment that may have been made. Throws
 * what `fetchOffer` throws, and `share.no_payment_route` when the creator takes no direct payments.
 */
export async function openDirect(ctx: Ctx, shareLinkId: string): Promise<DirectAttempt> {
	const offer = await fetchOffer(ctx, shareLinkId);
	const handle = offer.payout?.cashAppHandle;
	if (!handle)
		throw failure("share.no_payment_route", "The creator does not take direct payments.");
	const buyer = await findOrMakeBuyer(ctx);
	for (let round = 0; round < ROUNDS; round++) {
		const purchase = await openPurchase(ctx, offer, buyer.id);
		if (purchase) return { purchase, offer, handle, buyerToken: buyer.token };
	}
	throw failure("service.unavailable");
}

async function openPurchase(ctx: Ctx, offer: Offer, buyerId: string): Promise<PurchaseRow | null> {
	const [open] = await ctx.db
		.select()
		.from(purchases)
		.where(
			and(
				eq(purchases.buyerId, buyerId),
				eq(purchases.shareId, offer.share.id),
				eq(purchases.route, "direct"),
				inArray(purchases.state, ["started", "claimed", "declined"]),
			),
		)
		.orderBy(sql`${purchases.state} = 'declined'`, desc(purchases.claimedAt))
		.limit(1);
	const outdated =
		open?.state !== "claimed" &&
		open !== undefined &&
		open.priceCents !== offer.share.priceCents &&
		open.createdAt < ctx.now() - QUOTE_LIFE_MS;
	if (open && !outdated) return open;
	if (open)
		await ctx.db
			.update(purchases)
			.set({ state: "cancelled", closedAt: ctx.now() })
			.where(and(eq(purchases.id, open.id), eq(purchases.state, "started")));
	try {
		return await beginPurchase(ctx, { offer, buyerId, route: "direct" });
	} catch (error) {
		// Another call of the same buyer was quicker; the next round finds its purchase.
		if (isUniqueViolation(error)) return null;
		throw error;
	}
}

/** What the buyer needs before paying: whom, how much, and what to put into the note. */
export async function beginDirect(
	ctx: Ctx,
	input: { shareId: string },
): Promise<{ answer: BeginDirectAnswer; buyerToken: string | null }> {
	const { purchase, handle, buyerToken } = await openDirect(ctx, input.shareId);
	return {
		answer: {
			reference: purchase.reference,
			cashAppHandle: handle,
			price: priceOf(purchase.priceCents),
			claim:
				purchase.state === "started"
					? null
					: presentClaim({ purchase, shareLinkId: input.shareId }, "buyer"),
		},
		buyerToken,
	};
}
