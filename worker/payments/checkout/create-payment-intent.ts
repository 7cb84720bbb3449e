import { and, eq, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { repeatable } from "../../platform/retrying.ts";
import { isDestinationRefused } from "../../platform/stripe.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById, type PurchaseRow } from "../../purchases/find-purchase.ts";
import type { PaymentSnapshot } from "../../purchases/payment-snapshot.ts";
import { cancelUnstarted } from "../../purchases/purchase-transitions.ts";
import { refusedAccount } from "../payouts/refused-account.ts";
import { cancelIntent, createIntent, fetchPayment } from "../provider.ts";
import { autoRefundErrorReason } from "../settlement/mails.ts";
import { settlePurchase, stillProcessing } from "../settlement/settle-purchase.ts";
import { beginPayment } from "./begin-payment.ts";
import type { PaymentIntentResponse } from "./contract.ts";
import { type BuyerRequest, type Offer, toOfferRequest } from "./offer.ts";
import { cardRefusal, isCurrent } from "./price.ts";
import { requireAcceptable } from "./require-acceptable.ts";

/** Valid even if the price changes. */
const QUOTE_LIFE_MS = 60 * 60 * 1000;

/**
 * Returns this buyer's open payment, or begins one, with the token of a new buyer identity. Throws like
 * `beginPayment` and `requireAcceptable`, and `card_payments.paused`, `payment.processing` and `provider.unavailable`.
 */
export async function createPaymentIntent(
	ctx: Ctx,
	input: BuyerRequest,
): Promise<{ response: PaymentIntentResponse; buyerToken: string | null }> {
	const request = await toOfferRequest(ctx, input);
	const { payment, buyerToken } = await beginPayment(ctx, request, {
		name: "card",
		pausedBy: "cardPayments",
		isOpen: sql`purchases.route = 'card' and purchases.state in ('started', 'processing')`,
		refusal: (offer, priceCents) => cardRefusal(ctx, offer, priceCents),
		accepts: async (open, offer, { refusal }) =>
			!refusal &&
			!cardRefusal(ctx, offer, open.priceCents) &&
			isCurrent(ctx, open, { offer, request, lifeMs: QUOTE_LIFE_MS }),
		proceed: async (purchase, offer) => {
			await requireAcceptable(ctx, purchase);
			const snapshot = await openPayment(ctx, purchase, offer);
			return snapshot && { purchase, snapshot };
		},
		close: (open) => closePayment(ctx, open),
	});
	await recordAddress(ctx, payment.purchase, input.buyerEmail);
	return { response: presentIntent(payment), buyerToken };
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

const presentIntent = ({ purchase, snapshot }: Payment): PaymentIntentResponse => ({
	clientSecret: snapshot.clientSecret,
	amount: snapshot.amountCents,
	currency: purchase.currency,
	listAmount: purchase.listCents,
	code: purchase.discountCode,
});

type Payment = { readonly purchase: PurchaseRow; readonly snapshot: PaymentSnapshot };

/** Returns null if the payment turned out to be closed. */
async function openPayment(
	ctx: Ctx,
	purchase: PurchaseRow,
	offer: Offer,
): Promise<PaymentSnapshot | null> {
	if (purchase.paymentIntentId === null) return startPayment(ctx, purchase, offer);
	return settleUnlessOpen(ctx, purchase, await fetchPayment(ctx, purchase.paymentIntentId));
}

async function closePayment(ctx: Ctx, purchase: PurchaseRow): Promise<void> {
	if (purchase.paymentIntentId === null) {
		await cancelUnstarted(ctx, purchase.id);
		return;
	}
	const snapshot = await fetchPayment(ctx, purchase.paymentIntentId);
	const isOpen = snapshot.status === "open";
	const closed = isOpen ? await cancelIntent(ctx, snapshot.intentId) : snapshot;
	await settleUnlessOpen(ctx, purchase, closed);
}

async function settleUnlessOpen(ctx: Ctx, purchase: PurchaseRow, snapshot: PaymentSnapshot) {
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
	purchase: PurchaseRow,
	offer: Offer,
): Promise<PaymentSnapshot> {
	const { destinationAccount: account } = purchase;
	const acceptsDelayed = offer.payout?.acceptsDelayed ?? false;
	const terms = { acceptsDelayed, isLimited: isLimited(offer) };
	const snapshot = await createIntent(ctx, purchase, terms).catch(async (error: unknown) => {
		if (account === null || !isDestinationRefused(error)) throw error;
		return createIntent(ctx, await holdPayment(ctx, purchase, account), terms);
	});
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

/** Copies, or uses of the code, may run out during the payment. */
function isLimited({ share, discount, checkout }: Offer): boolean {
	return (
		share.saleMode === "link" ||
		share.maxSales !== null ||
		checkout !== null ||
		(discount !== null && (discount.row.maxUses ?? discount.row.maxPerBuyer) !== null)
	);
}
