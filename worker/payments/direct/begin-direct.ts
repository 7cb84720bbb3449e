import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { priceOf } from "../../contract/fields.ts";
import type { BeginDirectResponse } from "../../contract/payments.ts";
import { SWITCHES } from "../../contract/switches.ts";
import { findBuyer, findOrCreateBuyer } from "../../entitlements/buyer.ts";
import { purchases } from "../../entitlements/tables.ts";
import { failure } from "../../platform/errors.ts";
import { isPaused, pausedFailure } from "../../switches.ts";
import { beginPurchase, findOffer, type Offer, type Refusal } from "../checkout/begin-payment.ts";
import { findSaleById, type PurchaseRow } from "../settlement/find-purchase.ts";
import { cancelStarted } from "../settlement/purchase-transitions.ts";
import { presentClaim } from "./present-claim.ts";

/** A quote is valid for a day: paying in another app takes time. */
const QUOTE_LIFE_MS = 24 * 60 * 60 * 1000;
const MAX_ATTEMPTS = 3;
const CLOSED = {
	"payment.already_paid": "already_open",
	"share.sold_out": "sold_out",
	"share.not_for_sale": "not_for_sale",
	"direct_payments.paused": "paused",
} as const satisfies Record<DirectRefusal, BeginDirectResponse["closed"]>;

type DirectRefusal = Refusal | (typeof SWITCHES)["directPayments"];

/** A buyer's attempt to pay directly, and the token of the buyer identity if one was created for it. */
export type DirectAttempt = {
	readonly purchase: PurchaseRow;
	readonly offer: Offer;
	readonly handle: string;
	readonly buyerToken: string | null;
	/** why no payment may be made any more; a payment made earlier may still be claimed */
	readonly refusal: DirectRefusal | null;
};

/**
 * Returns or begins this buyer's direct payment for a share, with its reference code. A declined one is
 * reused: its code is in the note of a payment that may have been made. So is one that was begun before
 * the share sold out, was stopped or became open to everyone, or payments were paused: it is returned
 * with `refusal`, but no new one is begun. Throws what `fetchOffer` throws, `share.changed`, and
 * `share.no_payment_route` when the creator accepts no direct payments.
 */
export async function openDirect(
	ctx: Ctx,
	slug: string,
	seen?: string | null,
): Promise<DirectAttempt> {
	const { refusal: shareRefusal, ...offer } = await findOffer(ctx, slug);
	const handle = offer.payout?.cashAppHandle;
	const refusal =
		shareRefusal ?? (isPaused(ctx, "directPayments") ? SWITCHES.directPayments : null);
	if (refusal) {
		const known = await findBuyer(ctx);
		const purchase = known && handle && (await findBegun(ctx, offer, known));
		if (!purchase)
			throw refusal === SWITCHES.directPayments
				? pausedFailure("directPayments")
				: failure(refusal);
		return { purchase, offer, handle, buyerToken: null, refusal };
	}
	if (!handle) throw failure("share.no_payment_route", { reason: "direct.not_accepted" });
	const buyer = await findOrCreateBuyer(ctx);
	for (let round = 0; round < MAX_ATTEMPTS; round++) {
		const purchase = await findOrBegin(ctx, offer, buyer.id, seen);
		if (purchase) return { purchase, offer, handle, buyerToken: buyer.token, refusal };
	}
	throw failure("service.unavailable");
}

/** Returns this buyer's direct payment for the share that is begun and not finally decided. */
async function findBegun(
	ctx: Ctx,
	offer: Offer,
	buyerId: string,
): Promise<PurchaseRow | undefined> {
	const [begun] = await ctx.db
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
	return begun;
}

/**
 * Returns that payment, begun now when there is none that is still valid; null when a concurrent call has
 * just begun one.
 */
async function findOrBegin(
	ctx: Ctx,
	offer: Offer,
	buyerId: string,
	seen: string | null | undefined,
): Promise<PurchaseRow | null> {
	const open = await findBegun(ctx, offer, buyerId);
	const outdated =
		open?.state !== "claimed" &&
		open !== undefined &&
		open.priceCents !== offer.share.priceCents &&
		open.createdAt < ctx.now() - QUOTE_LIFE_MS;
	if (open && !outdated) return open;
	if (open) await cancelStarted(ctx, eq(purchases.id, open.id));
	return beginPurchase(ctx, { offer, buyerId, route: "direct", seen });
}

/** Returns what the buyer needs for paying: the handle, the amount, and the note. */
export async function beginDirect(
	ctx: Ctx,
	input: { slug: string; changedAt?: string | null | undefined },
): Promise<{ response: BeginDirectResponse; buyerToken: string | null }> {
	const { purchase, handle, buyerToken, refusal } = await openDirect(
		ctx,
		input.slug,
		input.changedAt,
	);
	return {
		response: {
			reference: purchase.reference,
			cashAppHandle: handle,
			price: priceOf(purchase.priceCents),
			mailsReceipt: (await findSaleById(ctx, purchase.id))?.creator.verified ?? false,
			claim:
				purchase.state === "started" ? null : presentClaim({ purchase, slug: input.slug }, "buyer"),
			closed: refusal && CLOSED[refusal],
		},
		buyerToken,
	};
}
