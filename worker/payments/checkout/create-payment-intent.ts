import { and, eq, isNull } from "drizzle-orm";
import type * as z from "zod";
import { requireUseFrom } from "../../catalogue/discounts/find-discount.ts";
import type { Ctx } from "../../core/context.ts";
import { requireRunning } from "../../core/switches.ts";
import { failure } from "../../platform/errors.ts";
import { repeatable } from "../../platform/retrying.ts";
import { isDestinationRefused } from "../../platform/stripe.ts";
import { asksConsent, consentOf, consentRequired, recordConsent } from "../../purchases/consent.ts";
import { type BuyerIdentity, findOrMakeBuyer } from "../../purchases/entitlements/buyer.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById, type PurchaseRow } from "../../purchases/find-purchase.ts";
import type { PaymentSnapshot } from "../../purchases/payment-snapshot.ts";
import { cancelUnstarted } from "../../purchases/purchase-transitions.ts";
import { refusedAccount } from "../payouts/refused-account.ts";
import { cancelIntent, createIntent, fetchPayment } from "../provider.ts";
import { autoRefundErrorReason } from "../settlement/mails.ts";
import { settlePurchase, stillProcessing } from "../settlement/settle-purchase.ts";
import { type BeginCardInput, beginAtOnce } from "./begin-at-once.ts";
import { beginPurchase, findOpenAttempt } from "./begin-payment.ts";
import type { beginCardInput, PaymentIntentResponse } from "./contract.ts";
import { fetchOffer, type Offer, type OrderTerms, orderTerms } from "./offer.ts";
import { agreedPrice, isCurrent, requirePayableByCard } from "./price.ts";
import { wantedOf } from "./wanted.ts";

const HOUR = 60 * 60 * 1000;
/** Valid even if the price changes. */
const QUOTE_LIFE_MS = HOUR;
/** The provider keeps idempotency keys for a day; later, a repetition would create a second payment. */
const KEY_LIFE_MS = 23 * HOUR;
const MAX_ATTEMPTS = 4;

type BeginInput = Omit<z.output<typeof beginCardInput>, "shareId"> &
	Pick<BeginCardInput, "slug" | "challenge">;

/**
 * Returns this buyer's open payment, or begins one, with the token of a new buyer identity. Throws
 * `consent.required`, `card_payments.paused`, `share.changed`, `payment.processing`, `payment.already_paid` and
 * `provider.unavailable`.
 */
export async function createPaymentIntent(
	ctx: Ctx,
	{ consent: given, code, amount, checkout, buyerEmail, ...shown }: BeginInput,
): Promise<{ response: PaymentIntentResponse; buyerToken: string | null }> {
	const consent = consentOf(ctx, given);
	if (code !== undefined && buyerEmail !== undefined)
		await requireUseFrom(ctx, { slug: shown.slug, code, address: buyerEmail });
	const wanted = await wantedOf(ctx, { code, amount, checkout });
	const input = { ...shown, consent, wanted };
	if (asksConsent(ctx) && consent === null) {
		const offer = await fetchOffer(ctx, input.slug, wanted);
		const { priceCents } = await agreedPrice(ctx, offer, wanted);
		requirePayableByCard(ctx, offer, priceCents);
		requireRunning(ctx, "cardPayments");
		throw consentRequired(ctx);
	}
	const begun = await beginAtOnce(ctx, input);
	if (begun) {
		const snapshot = await startPayment(ctx, begun);
		await recordAddress(ctx, begun.purchase, buyerEmail);
		return { response: presentIntent(snapshot, begun.purchase), buyerToken: begun.buyerToken };
	}
	let offer = await fetchOffer(ctx, input.slug, wanted);
	if (!wanted.asked) {
		const { priceCents } = await agreedPrice(ctx, offer, wanted);
		requirePayableByCard(ctx, offer, priceCents);
	}
	// Checked last: a buyer who has paid must learn that.
	requireRunning(ctx, "cardPayments");
	const buyer = await findOrMakeBuyer(ctx);
	for (let round = 0; round < MAX_ATTEMPTS; round++) {
		const attempt = await findOrBegin(ctx, offer, buyer, input);
		// The code, or the owners of a bundle's parts, may have changed.
		if (!attempt && (wanted.asked || wanted.checkout || offer.bundle))
			offer = await fetchOffer(ctx, input.slug, wanted);
		const snapshot = attempt && (await openPayment(ctx, attempt));
		if (snapshot) await recordAddress(ctx, attempt.purchase, buyerEmail);
		if (snapshot)
			return { response: presentIntent(snapshot, attempt.purchase), buyerToken: buyer.token };
	}
	throw failure("service.unavailable");
}

/** The address identifies a second payment even if only the provider reports it. */
async function recordAddress(
	ctx: Ctx,
	{ id }: PurchaseRow,
	buyerEmail: string | undefined,
): Promise<void> {
	if (buyerEmail === undefined) return;
	await repeatable(() =>
		ctx.db
			.update(purchases)
			.set({ buyerEmail })
			.where(and(eq(purchases.id, id), eq(purchases.state, "started"))),
	);
}

const presentIntent = (
	{ clientSecret, amountCents }: PaymentSnapshot,
	{ currency, listCents, discountCode }: PurchaseRow,
): PaymentIntentResponse => ({
	clientSecret,
	amount: amountCents,
	currency,
	listAmount: listCents,
	code: discountCode,
});

type Attempt = {
	readonly purchase: PurchaseRow;
	readonly stands: boolean;
	readonly order: OrderTerms;
};

/**
 * Returns this buyer's open attempt, or a new one; null if a concurrent call has just begun one. Refuses impossible
 * terms before it gives up an open attempt.
 */
async function findOrBegin(
	ctx: Ctx,
	offer: Offer,
	buyer: BuyerIdentity,
	{ changedAt: seen, consent, wanted, challenge }: BeginCardInput,
): Promise<Attempt | null> {
	const order = orderTerms(offer);
	const attempt = { buyerId: buyer.id, shareId: offer.share.id, route: "card" } as const;
	const open = await findOpenAttempt(ctx, attempt);
	if (open && (await isCurrent(ctx, open, { offer, wanted, lifeMs: QUOTE_LIFE_MS })))
		return { purchase: await recordConsent(ctx, open, consent), stands: true, order };
	const price = await agreedPrice(ctx, offer, wanted);
	requirePayableByCard(ctx, offer, price.priceCents);
	if (open) return { purchase: open, stands: false, order };
	const purchase = await beginPurchase(ctx, {
		offer,
		buyer,
		route: "card",
		price,
		seen,
		consent,
		challenge,
	});
	return purchase && { purchase, stands: true, order };
}

/** Returns null if the attempt was closed and a new one must be begun. */
async function openPayment(ctx: Ctx, attempt: Attempt): Promise<PaymentSnapshot | null> {
	const { purchase, stands } = attempt;
	if (purchase.paymentIntentId === null) {
		const hasKey = ctx.now() - purchase.createdAt < KEY_LIFE_MS;
		if (stands && hasKey) return startPayment(ctx, attempt);
		await cancelUnstarted(ctx, purchase.id);
		return null;
	}
	let snapshot = await fetchPayment(ctx, purchase.paymentIntentId);
	if (snapshot.status === "open" && !stands) snapshot = await cancelIntent(ctx, snapshot.intentId);
	// A refused debit ends the payment.
	if (snapshot.status === "open" && snapshot.failedDebit === null) return snapshot;
	const sale = await findSaleById(ctx, purchase.id);
	const settled = sale && (await settlePurchase(ctx, sale, snapshot));
	if (settled?.state === "processing") throw stillProcessing(snapshot);
	if (settled?.state === "paid") throw failure("payment.already_paid");
	if (settled?.autoRefundReason)
		throw failure("share.sold_out", { reason: autoRefundErrorReason(settled) });
	return null;
}

async function startPayment(
	ctx: Ctx,
	{ purchase, order }: Pick<Attempt, "purchase" | "order">,
): Promise<PaymentSnapshot> {
	const { destinationAccount: account } = purchase;
	const snapshot = await createIntent(ctx, orderOf(purchase, order)).catch(
		async (error: unknown) => {
			if (account === null || !isDestinationRefused(error)) throw error;
			const held = await holdPayment(ctx, purchase, account);
			return createIntent(ctx, orderOf(held, order));
		},
	);
	await repeatable(() =>
		ctx.db
			.update(purchases)
			.set({ paymentIntentId: snapshot.intentId })
			.where(and(eq(purchases.id, purchase.id), isNull(purchases.paymentIntentId))),
	);
	return snapshot;
}

/** Lets the platform hold the money while the creator's account accepts none, so that the sale still works. */
async function holdPayment(ctx: Ctx, purchase: PurchaseRow, account: string): Promise<PurchaseRow> {
	await ctx.db.batch([
		ctx.db
			.update(purchases)
			.set({ destinationAccount: null })
			.where(and(eq(purchases.id, purchase.id), isNull(purchases.paymentIntentId))),
		...refusedAccount(ctx, { creatorId: purchase.creatorId, account }),
	]);
	return { ...purchase, destinationAccount: null };
}

function orderOf(purchase: PurchaseRow, terms: OrderTerms) {
	return {
		purchaseId: purchase.id,
		shareId: purchase.shareId,
		buyerId: purchase.buyerId,
		title: purchase.shareTitle,
		amountCents: purchase.priceCents,
		currency: purchase.currency,
		createdAt: purchase.createdAt,
		...terms,
		destination:
			purchase.destinationAccount === null
				? null
				: {
						account: purchase.destinationAccount,
						keptCents: purchase.platformFeeCents + purchase.processingFeeCents,
					},
	};
}
