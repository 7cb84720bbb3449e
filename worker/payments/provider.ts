import type { Stripe } from "stripe";
import type { Ctx } from "../context.ts";
import { asking, stripeOf } from "../platform/stripe.ts";

/** What a refund is, as far as the books care. Cents. */
export type RefundFact = {
	readonly id: string;
	readonly amountCents: number;
	/** the money stayed with us after all */
	readonly failed: boolean;
	/** taken back from the creator's connected account, not out of the platform's pocket */
	readonly reversed: boolean;
};

/** One withdrawal or return of disputed money, signed as the platform sees it. Cents. */
export type DisputeMove = {
	readonly id: string;
	readonly amountCents: number;
	readonly feeCents: number;
};
export type DisputeFact = {
	readonly id: string;
	readonly amountCents: number;
	readonly lost: boolean;
	readonly moves: readonly DisputeMove[];
};

/** What the provider says of a charge that succeeded. */
export type ChargeFact = {
	readonly id: string;
	/** null until the provider has booked it */
	readonly processingFeeCents: number | null;
	readonly transferId: string | null;
	readonly refunds: readonly RefundFact[];
	readonly disputes: readonly DisputeFact[];
};

/** What the provider says of a payment, at the moment it was asked. */
export type PaymentFacts = {
	readonly intentId: string;
	readonly clientSecret: string;
	readonly status: "open" | "processing" | "succeeded" | "cancelled";
	readonly amountCents: number;
	readonly currency: string;
	/** real money, not a test */
	readonly live: boolean;
	readonly purchaseId: string | null;
	readonly shareId: string | null;
	readonly buyerId: string | null;
	readonly email: string | null;
	readonly charge: ChargeFact | null;
};

/** What a payment is begun with; the quote as stored. Cents. */
export type IntentOrder = {
	readonly purchaseId: string;
	readonly shareId: string;
	readonly buyerId: string;
	readonly title: string;
	readonly amountCents: number;
	readonly currency: string;
	/** where the money goes at once, less what the platform keeps */
	readonly destination: { readonly account: string; readonly keptCents: number } | null;
};

const EXPAND = ["latest_charge.balance_transaction", "latest_charge.refunds"];

/** Begins a payment. Repeating it with the same purchase gives the same payment (for a day). */
export async function createIntent(ctx: Ctx, order: IntentOrder): Promise<PaymentFacts> {
	const intent = await asking(() =>
		stripeOf(ctx.config).paymentIntents.create(
			{
				amount: order.amountCents,
				currency: order.currency,
				// Cards settle at once; methods that take days would outlive the quote.
				allowed_payment_method_types: ["card"],
				description: order.title,
				metadata: {
					purchaseId: order.purchaseId,
					shareId: order.shareId,
					buyerId: order.buyerId,
				},
				...(order.destination && {
					transfer_data: { destination: order.destination.account },
					application_fee_amount: order.destination.keptCents,
				}),
			},
			{
				idempotencyKey: `intent:${order.purchaseId}:${order.destination?.account ?? "held"}`,
			},
		),
	);
	return factsOf(ctx, intent);
}

/** Asks the provider how a payment stands, with its refunds and disputes. */
export async function fetchPayment(ctx: Ctx, intentId: string): Promise<PaymentFacts> {
	const intent = await asking(() =>
		stripeOf(ctx.config).paymentIntents.retrieve(intentId, { expand: EXPAND }),
	);
	return factsOf(ctx, intent);
}

/** Gives a payment up, so that nothing can be charged through it any more. A payment that can no longer be given up is left as it is; the facts tell. */
export async function cancelIntent(ctx: Ctx, intentId: string): Promise<PaymentFacts> {
	const stripe = stripeOf(ctx.config);
	try {
		await asking(() =>
			stripe.paymentIntents.cancel(intentId, { cancellation_reason: "abandoned" }),
		);
	} catch (error) {
		if (!isUnexpectedState(error)) throw error;
	}
	return fetchPayment(ctx, intentId);
}

/**
 * Sends the whole remaining payment back to the buyer.
 * @param key names the cause: repeating it never refunds twice
 * @param returnsFee also gives the connected account what the platform kept
 */
export async function refundPayment(
	ctx: Ctx,
	input: { intentId: string; key: string; destination: boolean; returnsFee: boolean },
): Promise<void> {
	await asking(() =>
		stripeOf(ctx.config).refunds.create(
			{
				payment_intent: input.intentId,
				...(input.destination && {
					reverse_transfer: true,
					refund_application_fee: input.returnsFee,
				}),
			},
			{ idempotencyKey: input.key },
		),
	);
}

function isUnexpectedState(error: unknown): boolean {
	return (
		error instanceof Error && "code" in error && error.code === "payment_intent_unexpected_state"
	);
}

const STATUS: Partial<Record<Stripe.PaymentIntent.Status, PaymentFacts["status"]>> = {
	succeeded: "succeeded",
	processing: "processing",
	canceled: "cancelled",
};

async function factsOf(ctx: Ctx, intent: Stripe.PaymentIntent): Promise<PaymentFacts> {
	const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
	const succeeded = intent.status === "succeeded";
	return {
		intentId: intent.id,
		clientSecret: intent.client_secret ?? "",
		status: STATUS[intent.status] ?? "open",
		amountCents: succeeded ? intent.amount_received : intent.amount,
		currency: intent.currency,
		live: intent.livemode,
		purchaseId: intent.metadata.purchaseId ?? null,
		shareId: intent.metadata.shareId ?? null,
		buyerId: intent.metadata.buyerId ?? null,
		email: intent.receipt_email ?? charge?.billing_details.email ?? null,
		charge: succeeded && charge ? await chargeFact(ctx, charge) : null,
	};
}

async function chargeFact(ctx: Ctx, charge: Stripe.Charge): Promise<ChargeFact> {
	const booked = charge.balance_transaction;
	return {
		id: charge.id,
		processingFeeCents: booked && typeof booked !== "string" ? booked.fee : null,
		transferId: idOf(charge.transfer),
		refunds: (await refundsOf(ctx, charge)).map((refund) => ({
			id: refund.id,
			amountCents: refund.amount,
			failed: refund.status === "failed" || refund.status === "canceled",
			reversed: refund.transfer_reversal !== null,
		})),
		disputes: charge.disputed ? await disputesOf(ctx, charge.id) : [],
	};
}

/** Oldest first, so that shares of fees can be cut from the running total. */
async function refundsOf(ctx: Ctx, charge: Stripe.Charge): Promise<Stripe.Refund[]> {
	const listed = charge.refunds;
	const refunds =
		listed && !listed.has_more
			? listed.data
			: await asking(() =>
					stripeOf(ctx.config)
						.refunds.list({ charge: charge.id, limit: 100 })
						.autoPagingToArray({ limit: 1000 }),
				);
	return refunds.toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
}

async function disputesOf(ctx: Ctx, charge: string): Promise<DisputeFact[]> {
	const disputes = await asking(() => stripeOf(ctx.config).disputes.list({ charge, limit: 100 }));
	return disputes.data.map((dispute) => ({
		id: dispute.id,
		amountCents: dispute.amount,
		lost: dispute.status === "lost",
		moves: dispute.balance_transactions.map((move) => ({
			id: move.id,
			amountCents: move.amount,
			feeCents: move.fee,
		})),
	}));
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
	return typeof reference === "string" ? reference : (reference?.id ?? null);
}
