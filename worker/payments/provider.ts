import type { Stripe } from "stripe";
import { toProvider } from "../contract/money.ts";
import type { Ctx } from "../core/context.ts";
import { ApiError } from "../platform/errors.ts";
import { log, serializeError } from "../platform/log.ts";
import { createOnce, stripeOf, withStripeErrors } from "../platform/stripe.ts";
import { authoriseFirst, excludedMethods } from "../purchases/delayed-methods.ts";
import type { PurchaseRow } from "../purchases/find-purchase.ts";
import {
	type ChargeSnapshot,
	EXPAND,
	idOf,
	lineMetadata,
	type PaymentSnapshot,
	snapshotOf,
} from "../purchases/payment-snapshot.ts";

const CLOCK_SKEW_MS = 5 * 60 * 1000;
const MOST_SEARCHED = 1000;

/**
 * The payment of the quote, as stored. `acceptsDelayed` allows debits, which banks answer days later; `isLimited`: copies,
 * or uses of the code, may run out during the payment. Repeated within a day, returns the same payment.
 */
export async function createIntent(
	ctx: Ctx,
	purchase: PurchaseRow,
	{ acceptsDelayed, isLimited }: { acceptsDelayed: boolean; isLimited: boolean },
): Promise<PaymentSnapshot> {
	const { paymentIntents } = stripeOf(ctx.config);
	const { id: purchaseId, currency, destinationAccount: account } = purchase;
	const terms: Stripe.PaymentIntentCreateParams = {
		amount: toProvider(purchase.priceCents, currency),
		currency,
		// The provider offers the methods enabled there that fit currency and amount:
		// https://docs.stripe.com/payments/payment-methods/dynamic-payment-methods
		excluded_payment_method_types: excludedMethods(acceptsDelayed),
		payment_method_options: {
			// Otherwise Stripe may make two micro-deposits, which take longer than a payment stays open.
			us_bank_account: { verification_method: "instant" },
			// A refund would not return the provider's fee.
			...(isLimited && authoriseFirst),
		},
		description: purchase.shareTitle,
		// The charge and its transfers inherit this; `madePayouts` finds them by it.
		transfer_group: purchaseId,
		metadata: { purchaseId, shareId: purchase.shareId, buyerId: purchase.buyerId },
		// The creator receives the money immediately, minus the platform's part.
		...(account !== null && {
			transfer_data: { destination: account },
			application_fee_amount: toProvider(
				purchase.platformFeeCents + purchase.processingFeeCents,
				currency,
			),
		}),
	};
	const intent = await createOnce(ctx, `intent:${purchaseId}:${account ?? "held"}`, {
		create: (options) => paymentIntents.create(terms, options),
		find: async () => {
			const since = Math.floor((purchase.createdAt - CLOCK_SKEW_MS) / 1000);
			const recent = await paymentIntents
				.list({ created: { gte: since }, limit: 100 })
				.autoPagingToArray({ limit: MOST_SEARCHED });
			return recent.find(
				({ metadata, transfer_data: sent, status }) =>
					metadata.purchaseId === purchaseId &&
					idOf(sent?.destination) === account &&
					status !== "canceled",
			);
		},
	});
	return snapshotOf(ctx, intent);
}

export async function fetchPayment(ctx: Ctx, intentId: string): Promise<PaymentSnapshot> {
	const intent = await withStripeErrors(() =>
		stripeOf(ctx.config).paymentIntents.retrieve(intentId, { expand: EXPAND }),
	);
	return snapshotOf(ctx, intent);
}

/** Captures an authorised payment, or cancels it if the bank refuses or no longer holds the money. */
export async function captureIntent(ctx: Ctx, intentId: string): Promise<PaymentSnapshot> {
	const { paymentIntents } = stripeOf(ctx.config);
	try {
		const intent = await withStripeErrors(() =>
			paymentIntents.capture(intentId, { expand: EXPAND }),
		);
		return await snapshotOf(ctx, intent);
	} catch (error) {
		if (error instanceof ApiError) throw error;
		log("warn", "capture.refused", { intent: intentId, ...serializeError(error) });
		return cancelIntent(ctx, intentId);
	}
}

/** The returned snapshot shows whether that was still possible. */
export async function cancelIntent(ctx: Ctx, intentId: string): Promise<PaymentSnapshot> {
	const stripe = stripeOf(ctx.config);
	try {
		await withStripeErrors(() =>
			stripe.paymentIntents.cancel(intentId, { cancellation_reason: "abandoned" }),
		);
	} catch (error) {
		if (!isUnexpectedState(error)) throw error;
	}
	return fetchPayment(ctx, intentId);
}

/**
 * False after a failed refund or a dispute, since the provider doesn't restore what was reversed: then the platform
 * refunds, and `reconcilePayouts` recovers the money.
 */
export function canReverse(purchase: PurchaseRow, charge: ChargeSnapshot | null): boolean {
	const { refunds = [], disputes = [] } = charge ?? {};
	return (
		purchase.destinationAccount !== null &&
		refunds.every((refund) => !refund.failed || refund.reversedCents === 0) &&
		disputes.every(({ transactions }) => transactions.length === 0)
	);
}

/**
 * `key` names the cause, so a repetition never refunds twice. `reverse` takes the money from the creator's account;
 * `returnsFee` returns the platform's fee to it. Without an amount (cents), refunds the rest.
 */
export async function refundPayment(
	ctx: Ctx,
	input: {
		intentId: string;
		amountCents?: number;
		currency: string;
		key: string;
		/** what it is for, for `namedLines` */
		lines?: readonly string[];
		reverse: boolean;
		returnsFee: boolean;
	},
): Promise<void> {
	const { refunds } = stripeOf(ctx.config);
	await createOnce(ctx, input.key, {
		create: (options) =>
			refunds.create(
				{
					payment_intent: input.intentId,
					metadata: { cause: input.key, ...lineMetadata(input.lines ?? []) },
					...(input.amountCents !== undefined && {
						amount: toProvider(input.amountCents, input.currency),
					}),
					...(input.reverse && {
						reverse_transfer: true,
						refund_application_fee: input.returnsFee,
					}),
				},
				options,
			),
		find: async () => {
			const { data } = await refunds.list({ payment_intent: input.intentId, limit: 100 });
			return data.find(({ metadata }) => metadata?.cause === input.key);
		},
	});
}

function isUnexpectedState(error: unknown): boolean {
	return (
		error instanceof Error && "code" in error && error.code === "payment_intent_unexpected_state"
	);
}
