import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import type * as z from "zod";
import { priceOf } from "../../contract/fields.ts";
import { SWITCHES } from "../../contract/switches.ts";
import type { Ctx } from "../../core/context.ts";
import { isPaused, pausedFailure } from "../../core/switches.ts";
import { failure } from "../../platform/errors.ts";
import { asksConsent, consentOf, consentRequired, recordConsent } from "../../purchases/consent.ts";
import {
	type BuyerIdentity,
	findBuyer,
	findOrMakeBuyer,
} from "../../purchases/entitlements/buyer.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById, type PurchaseRow } from "../../purchases/find-purchase.ts";
import { cancelStarted } from "../../purchases/purchase-transitions.ts";
import { beginPurchase } from "../checkout/begin-payment.ts";
import type { beginPaymentInput } from "../checkout/contract.ts";
import { fetchOffer, findOffer, type Offer, type Refusal } from "../checkout/offer.ts";
import { agreedPrice, discountOf, isCurrent } from "../checkout/price.ts";
import { type Wanted, wantedOf } from "../checkout/wanted.ts";
import type { BeginDirectResponse } from "./contract/direct.ts";
import { type DirectWay, directHost, directWay } from "./contract/direct-way.ts";
import { presentClaim } from "./find-claims.ts";

/** Paying in another app takes time. */
const QUOTE_LIFE_MS = 24 * 60 * 60 * 1000;
const MAX_ATTEMPTS = 3;
const CLOSED = {
	"payment.already_paid": "already_open",
	"share.sold_out": "sold_out",
	"share.not_for_sale": "not_for_sale",
	"share.not_open": "not_for_sale",
	"share.locked": "not_for_sale",
	"share.ended": "not_for_sale",
	"checkout.ended": "not_for_sale",
	"checkout.paid": "not_for_sale",
	"direct_payments.paused": "paused",
} as const satisfies Record<DirectRefusal, BeginDirectResponse["closed"]>;

type DirectRefusal = Refusal | (typeof SWITCHES)["directPayments"];

type OpenInput = Omit<z.output<typeof beginPaymentInput>, "shareId"> & {
	slug: string;
	/** claims a begun payment: accepts any terms, since its quote stays */
	asBegun?: boolean;
};

export type DirectAttempt = {
	readonly purchase: PurchaseRow;
	readonly offer: Offer;
	readonly way: DirectWay;
	readonly buyerToken: string | null;
	/** no new payment may begin, but an earlier one may be claimed */
	readonly refusal: DirectRefusal | null;
};

/**
 * Reuses a declined payment, since a payment may carry its code in the note. Returns with `refusal` one begun before
 * sales or payments stopped. Throws `share.changed`, `share.no_payment_route`, `payment.processing` while a bank
 * decides on this buyer's debit, `rate.limited`, and `consent.required` unless the payment has the consent or was
 * claimed already.
 */
export async function openDirect(
	ctx: Ctx,
	{ slug, changedAt: seen, consent: given, asBegun = false, ...terms }: OpenInput,
): Promise<DirectAttempt> {
	const wanted = await wantedOf(ctx, terms);
	const { refusal: shareRefusal, ...found } = await findOffer(ctx, slug, wanted);
	let offer: Offer = found;
	const way = directWay(offer.payout, offer.share.currency, ctx.config.DIRECT_LINK_HOSTS);
	const refusal =
		shareRefusal ?? (isPaused(ctx, "directPayments") ? SWITCHES.directPayments : null);
	if (refusal) {
		const known = await findBuyer(ctx);
		const purchase = known && way && (await findBegun(ctx, { offer, wanted, asBegun }, known));
		if (!purchase)
			throw refusal === SWITCHES.directPayments
				? pausedFailure("directPayments")
				: failure(refusal);
		return { purchase, offer, way, buyerToken: null, refusal };
	}
	if (!way) throw failure("share.no_payment_route", { reason: "direct.not_accepted" });
	const consent = consentOf(ctx, given);
	if (consent === null && asksConsent(ctx)) {
		const purchase = await findAgreed(ctx, { offer, wanted, way, asBegun });
		if (!purchase) throw consentRequired(ctx);
		return { purchase, offer, way, buyerToken: null, refusal };
	}
	const buyer = await findOrMakeBuyer(ctx);
	for (let round = 0; round < MAX_ATTEMPTS; round++) {
		const purchase = await findOrBegin(ctx, { offer, wanted, way, asBegun }, buyer, {
			seen,
			consent,
		});
		if (purchase) return { purchase, offer, way, buyerToken: buyer.token, refusal };
		if (offer.bundle || offer.checkout) offer = await fetchOffer(ctx, slug, wanted);
	}
	throw failure("service.unavailable");
}

/** Returns this buyer's open payment if it has a consent, or was claimed already: then the claim asks for it. */
async function findAgreed(ctx: Ctx, terms: Terms): Promise<PurchaseRow | null> {
	const known = await findBuyer(ctx);
	const begun = known ? await findBegun(ctx, terms, known) : undefined;
	if (!begun || (await isOutdated(ctx, begun, terms))) return null;
	return begun.consentAt !== null || begun.state !== "started" ? begun : null;
}

type Terms = { offer: Offer; wanted: Wanted; way: DirectWay; asBegun: boolean };

/** A claimed payment keeps its quote. */
async function isOutdated(
	ctx: Ctx,
	begun: PurchaseRow,
	{ asBegun, ...terms }: Terms,
): Promise<boolean> {
	if (begun.state !== "started") return false;
	if (asBegun) return begun.checkoutId !== terms.wanted.checkout;
	if (begun.directHost !== directHost(terms.way)) return true;
	return !(await isCurrent(ctx, begun, { ...terms, lifeMs: QUOTE_LIFE_MS }));
}

/**
 * Returns this buyer's undecided direct payment. Throws `payment.processing` while a bank decides on their debit, so
 * that nobody pays twice, unless a payment was or is being claimed.
 */
async function findBegun(
	ctx: Ctx,
	{ offer, wanted, asBegun }: Pick<Terms, "offer" | "wanted" | "asBegun">,
	buyerId: string,
): Promise<PurchaseRow | undefined> {
	const [begun] = await ctx.db
		.select()
		.from(purchases)
		.where(
			and(
				eq(purchases.buyerId, buyerId),
				eq(purchases.shareId, offer.share.id),
				or(
					and(
						eq(purchases.route, "direct"),
						inArray(purchases.state, ["started", "claimed", "declined"]),
					),
					asBegun ? undefined : and(eq(purchases.route, "card"), eq(purchases.state, "processing")),
				),
				// A payment declined for one checkout can't pay for another.
				sql`(${purchases.state} <> 'declined' or ${purchases.checkoutId} is ${wanted.checkout})`,
			),
		)
		.orderBy(
			sql`case ${purchases.state} when 'claimed' then 0 when 'processing' then 1 when 'started' then 2 else 3 end`,
			desc(purchases.claimedAt),
		)
		.limit(1);
	if (begun?.state === "processing") throw failure("payment.processing");
	return begun;
}

/** Like `findBegun`, but begins one if none is valid; null if a concurrent call has just begun one. */
async function findOrBegin(
	ctx: Ctx,
	terms: Terms,
	buyer: BuyerIdentity,
	{ seen, consent }: Pick<Parameters<typeof beginPurchase>[1], "seen" | "consent">,
): Promise<PurchaseRow | null> {
	const { offer, wanted, way } = terms;
	const open = await findBegun(ctx, terms, buyer.id);
	if (open && !(await isOutdated(ctx, open, terms))) return recordConsent(ctx, open, consent);
	const price = await agreedPrice(ctx, offer, wanted);
	if (price.priceCents === 0) throw failure("payment.nothing_to_pay");
	if (open) await cancelStarted(ctx, eq(purchases.id, open.id));
	return beginPurchase(ctx, {
		offer,
		buyer,
		route: "direct",
		way,
		price,
		seen,
		consent,
		challenge: null,
	});
}

export async function beginDirect(
	ctx: Ctx,
	input: OpenInput,
): Promise<{ response: BeginDirectResponse; buyerToken: string | null }> {
	const { purchase, way, buyerToken, refusal } = await openDirect(ctx, input);
	return {
		response: {
			reference: purchase.reference,
			...way,
			currency: purchase.currency,
			price: priceOf(purchase.priceCents),
			discount: discountOf(purchase),
			mailsReceipt: (await findSaleById(ctx, purchase.id))?.creator.verified ?? false,
			claim:
				purchase.state === "started" ? null : presentClaim({ purchase, slug: input.slug }, "buyer"),
			closed: refusal && CLOSED[refusal],
		},
		buyerToken,
	};
}
