import { eq, sql } from "drizzle-orm";
import type { ErrorCode } from "../../contract/errors.ts";
import { priceOf } from "../../contract/fields.ts";
import { SWITCHES } from "../../contract/switches.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById, type PurchaseRow } from "../../purchases/find-purchase.ts";
import { cancelStarted } from "../../purchases/purchase-transitions.ts";
import { type BegunPayment, beginPayment } from "../checkout/begin-payment.ts";
import { type BuyerRequest, toOfferRequest } from "../checkout/offer.ts";
import { discountOf, hasSameFiles, isCurrent } from "../checkout/price.ts";
import { requireAcceptable } from "../checkout/require-acceptable.ts";
import type { BeginDirectResponse } from "./contract/direct.ts";
import { directHost } from "./contract/direct-way.ts";
import { presentClaim } from "./find-claims.ts";

/** Paying in another app takes time. */
const QUOTE_LIFE_MS = 24 * 60 * 60 * 1000;
const CLOSED: Partial<Record<ErrorCode, BeginDirectResponse["closed"]>> = {
	"payment.already_paid": "already_open",
	"share.sold_out": "sold_out",
	"share.not_for_sale": "not_for_sale",
	"share.not_open": "not_for_sale",
	"share.locked": "not_for_sale",
	"share.ended": "not_for_sale",
	"checkout.ended": "not_for_sale",
	"checkout.paid": "not_for_sale",
	[SWITCHES.directPayments]: "paused",
};

/**
 * Reuses a declined payment, since a payment may carry its code in the note. Returns with `refusal` one begun before
 * sales or payments stopped. `asBegun` claims a begun payment: accepts any terms, since its quote stays. Throws like
 * `beginPayment`, and `share.no_payment_route`, or `payment.processing` while a bank decides on this buyer's
 * debit or the creator on a claim for other files, so that nobody pays twice.
 */
export async function openDirect(
	ctx: Ctx,
	input: BuyerRequest,
	{ asBegun = false } = {},
): Promise<BegunPayment<PurchaseRow>> {
	const request = await toOfferRequest(ctx, { ...input, challenge: null });
	// A payment declined for one checkout, or for single files, can't pay for another.
	const isUndecided = sql`(purchases.route = 'direct' and (purchases.state in ('started', 'claimed')
		or (purchases.state = 'declined' and purchases.checkout_id is ${request.checkout}
			and not purchases.of_lines and ${request.items === null})))`;
	const isProcessing = sql`(purchases.route = 'card' and purchases.state = 'processing')`;
	return beginPayment(ctx, request, {
		name: "direct",
		pausedBy: "directPayments",
		isOpen: asBegun ? isUndecided : sql`(${isUndecided} or ${isProcessing})`,
		refusal: ({ way }, priceCents) => {
			if (!way) return failure("share.no_payment_route", { reason: "direct.not_accepted" });
			return priceCents === 0 ? failure("payment.nothing_to_pay") : null;
		},
		accepts: async (open, offer, { refusal }) => {
			if (!offer.way || (refusal && !CLOSED[refusal.code])) return false;
			if (open.state === "processing") throw failure("payment.processing");
			if (refusal) return true;
			if (open.state === "claimed") {
				// Correcting a claim doesn't repeat its files.
				const isCorrection = asBegun && request.items === null;
				if (isCorrection || (await hasSameFiles(ctx, open, offer))) return true;
				throw failure("payment.processing");
			}
			if (open.state !== "started") return true;
			if (asBegun) return open.checkoutId === request.checkout;
			if (open.directHost !== directHost(offer.way)) return false;
			return isCurrent(ctx, open, { offer, request, lifeMs: QUOTE_LIFE_MS });
		},
		proceed: async (purchase) => purchase,
		close: ({ id }) => cancelStarted(ctx, eq(purchases.id, id)),
	});
}

export async function beginDirect(
	ctx: Ctx,
	input: BuyerRequest,
): Promise<{ response: BeginDirectResponse; buyerToken: string | null }> {
	const { payment: purchase, offer, buyerToken, refusal } = await openDirect(ctx, input);
	if (!offer.way) throw failure("share.no_payment_route", { reason: "direct.not_accepted" });
	await requireAcceptable(ctx, purchase);
	return {
		response: {
			reference: purchase.reference,
			...offer.way,
			currency: purchase.currency,
			price: priceOf(purchase.priceCents),
			discount: discountOf(purchase),
			mailsReceipt: (await findSaleById(ctx, purchase.id))?.creator.verified ?? false,
			claim:
				purchase.state === "started" ? null : presentClaim({ purchase, slug: input.slug }, "buyer"),
			closed: (refusal && CLOSED[refusal.code]) ?? null,
		},
		buyerToken,
	};
}
