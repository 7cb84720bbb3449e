import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { PaymentIntentResponse } from "../../contract/payments.ts";
import { findOrCreateBuyer } from "../../entitlements/buyer.ts";
import { purchases } from "../../entitlements/tables.ts";
import { failure } from "../../platform/errors.ts";
import { repeatable } from "../../platform/retrying.ts";
import { isDestinationRefused } from "../../platform/stripe.ts";
import { staleCreatorPages } from "../../stale-pages.ts";
import { requireRunning } from "../../switches.ts";
import type { PaymentSnapshot } from "../payment-snapshot.ts";
import { cancelIntent, createIntent, fetchPayment } from "../provider.ts";
import { findSaleById, type PurchaseRow } from "../settlement/find-purchase.ts";
import { autoRefundErrorReason } from "../settlement/mails.ts";
import { cancelUnstarted } from "../settlement/purchase-transitions.ts";
import { settlePurchase } from "../settlement/settle-purchase.ts";
import { payoutMethods } from "../tables.ts";
import { beginAtOnce } from "./begin-at-once.ts";
import { beginPurchase, fetchOffer, type Offer, requireCard } from "./begin-payment.ts";

const HOUR = 60 * 60 * 1000;
/** A quote is valid for an hour, even when the creator changes the price meanwhile. */
const QUOTE_LIFE_MS = HOUR;
/**
 * The provider keeps idempotency keys for a day; after that a repetition would create a second payment.
 */
const KEY_LIFE_MS = 23 * HOUR;
const MAX_ATTEMPTS = 4;

/**
 * Begins a card payment, or returns the one that this buyer has already begun for this share, together
 * with the token of a new buyer identity if one was created. Throws what `fetchOffer` and `requireCard`
 * throw, `card_payments.paused`, `share.changed`, `payment.processing`, `payment.already_paid`,
 * `provider.unavailable`.
 */
export async function createPaymentIntent(
	ctx: Ctx,
	input: { slug: string; changedAt?: string | null | undefined },
): Promise<{ response: PaymentIntentResponse; buyerToken: string | null }> {
	const begun = await beginAtOnce(ctx, input);
	if (begun) {
		const snapshot = await startPayment(ctx, begun.purchase);
		return { response: presentIntent(snapshot), buyerToken: begun.buyerToken };
	}
	const offer = await fetchOffer(ctx, input.slug);
	requireCard(offer);
	// Last, so that a buyer who has paid is told that.
	requireRunning(ctx, "cardPayments");
	const buyer = await findOrCreateBuyer(ctx);
	for (let round = 0; round < MAX_ATTEMPTS; round++) {
		const purchase = await findOrBegin(ctx, offer, buyer.id, input.changedAt);
		const snapshot = purchase && (await openPayment(ctx, purchase, offer));
		if (snapshot) return { response: presentIntent(snapshot), buyerToken: buyer.token };
	}
	throw failure("service.unavailable");
}

const presentIntent = ({ clientSecret, amountCents, currency }: PaymentSnapshot) => ({
	clientSecret,
	amount: amountCents,
	currency,
});

/**
 * Returns this buyer's open attempt, begun now when there is none; null when a concurrent call has just
 * begun one.
 */
async function findOrBegin(
	ctx: Ctx,
	offer: Offer,
	buyerId: string,
	seen: string | null | undefined,
): Promise<PurchaseRow | null> {
	const [open] = await ctx.db
		.select()
		.from(purchases)
		.where(
			and(
				eq(purchases.buyerId, buyerId),
				eq(purchases.shareId, offer.share.id),
				eq(purchases.route, "card"),
				inArray(purchases.state, ["started", "processing"]),
			),
		);
	return open ?? beginPurchase(ctx, { offer, buyerId, route: "card", seen });
}

/**
 * Returns the open payment of a purchase; null when the attempt had to be closed and a new one must be
 * begun.
 */
async function openPayment(
	ctx: Ctx,
	purchase: PurchaseRow,
	offer: Offer,
): Promise<PaymentSnapshot | null> {
	const age = ctx.now() - purchase.createdAt;
	if (purchase.paymentIntentId === null) {
		if (age < KEY_LIFE_MS) return startPayment(ctx, purchase);
		await cancelUnstarted(ctx, purchase.id);
		return null;
	}
	let snapshot = await fetchPayment(ctx, purchase.paymentIntentId);
	const outdated = purchase.priceCents !== offer.share.priceCents && age > QUOTE_LIFE_MS;
	if (snapshot.status === "open" && outdated) snapshot = await cancelIntent(ctx, snapshot.intentId);
	if (snapshot.status === "open") return snapshot;
	const sale = await findSaleById(ctx, purchase.id);
	const settled = sale && (await settlePurchase(ctx, sale, snapshot));
	if (snapshot.status === "processing") throw failure("payment.processing");
	if (settled?.state === "paid") throw failure("payment.already_paid");
	if (settled?.autoRefundReason)
		throw failure("share.sold_out", { reason: autoRefundErrorReason(settled.autoRefundReason) });
	return null;
}

async function startPayment(ctx: Ctx, purchase: PurchaseRow): Promise<PaymentSnapshot> {
	const snapshot = await createIntent(ctx, orderOf(purchase)).catch(async (error: unknown) => {
		if (purchase.destinationAccount === null || !isDestinationRefused(error)) throw error;
		return createIntent(ctx, orderOf(await holdPayment(ctx, purchase)));
	});
	await repeatable(() =>
		ctx.db
			.update(purchases)
			.set({ paymentIntentId: snapshot.intentId })
			.where(and(eq(purchases.id, purchase.id), isNull(purchases.paymentIntentId))),
	);
	return snapshot;
}

/**
 * The creator's account accepts no money at the moment: the platform holds it, and the sale still works.
 */
async function holdPayment(ctx: Ctx, purchase: PurchaseRow): Promise<PurchaseRow> {
	await ctx.db.batch([
		ctx.db
			.update(purchases)
			.set({ destinationAccount: null })
			.where(and(eq(purchases.id, purchase.id), isNull(purchases.paymentIntentId))),
		ctx.db
			.update(payoutMethods)
			.set({ chargesEnabled: false, updatedAt: ctx.now() })
			.where(eq(payoutMethods.userId, purchase.creatorId)),
		staleCreatorPages(ctx, purchase.creatorId),
	]);
	return { ...purchase, destinationAccount: null };
}

function orderOf(purchase: PurchaseRow) {
	return {
		purchaseId: purchase.id,
		shareId: purchase.shareId,
		buyerId: purchase.buyerId,
		title: purchase.shareTitle,
		amountCents: purchase.priceCents,
		currency: purchase.currency,
		destination:
			purchase.destinationAccount === null
				? null
				: {
						account: purchase.destinationAccount,
						keptCents: purchase.platformFeeCents + purchase.processingFeeCents,
					},
	};
}
