import type { Stripe } from "stripe";
import { asSettled, fromProvider, type SettledCents } from "../contract/money.ts";
import type { Ctx } from "../core/context.ts";
import { bookedCents, stripeOf, withStripeErrors } from "../platform/stripe.ts";
import { answeredBy, isDelayed } from "./delayed-methods.ts";

/** A refund, as far as the ledger needs it. Cents. */
export type RefundSnapshot = {
	readonly id: string;
	readonly amountCents: number;
	/** the refund failed, so the money stayed on the platform */
	readonly failed: boolean;
	/** the part of it taken back from the creator's connected account */
	readonly reversedCents: number;
};
export const returnedCents = (refunds: readonly RefundSnapshot[]): number =>
	refunds.filter(({ failed }) => !failed).reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Part of the fee on a destination charge, returned to the connected account. */
export type FeeRefundSnapshot = { readonly id: string; readonly amountCents: number };

/** One withdrawal or return of disputed money, signed as the platform sees it. Cents. */
type DisputeTransaction = {
	readonly id: string;
	readonly amountCents: number;
	readonly feeCents: number;
};
export type DisputeSnapshot = {
	readonly id: string;
	readonly amountCents: number;
	readonly lost: boolean;
	readonly won: boolean;
	/** the bank only inquires so far: no money has been taken */
	readonly inquiry: boolean;
	/** the provider's code for the bank's reason, such as `fraudulent` */
	readonly reason: string;
	/** until when evidence is accepted, in ms */
	readonly respondBy: number | null;
	readonly transactions: readonly DisputeTransaction[];
};

/** A successful charge as the provider reports it. */
export type ChargeSnapshot = {
	readonly id: string;
	/**
	 * null until the provider has recorded it; for a charge settled in another currency, at that charge's own rate
	 */
	readonly processingFeeCents: number | null;
	/** the settlement currency, and the whole charge in it; null until the provider has recorded that */
	readonly settled: { readonly currency: string; readonly cents: SettledCents } | null;
	/** the card's issuing country (ISO 3166); null for other payment methods */
	readonly cardCountry: string | null;
	readonly transferId: string | null;
	readonly refunds: readonly RefundSnapshot[];
	readonly feeRefunds: readonly FeeRefundSnapshot[];
	readonly disputes: readonly DisputeSnapshot[];
};

/** A payment as the provider reported it at one moment. */
export type PaymentSnapshot = {
	readonly intentId: string;
	readonly clientSecret: string;
	/** `authorised`: the money is reserved for us, and captured once there is stock */
	readonly status: "open" | "processing" | "authorised" | "succeeded" | "cancelled";
	readonly amountCents: number;
	readonly currency: string;
	/** real money, not a test */
	readonly live: boolean;
	readonly purchaseId: string | null;
	readonly shareId: string | null;
	readonly buyerId: string | null;
	readonly email: string | null;
	/** of a successful payment */
	readonly charge: ChargeSnapshot | null;
	/** when a bank decides at the latest, in ms; null without a bank's decision, or if its time is unknown */
	readonly answeredBy: number | null;
	/** the id of a charge that a bank refused days after the buyer had agreed; null without one */
	readonly failedDebit: string | null;
};

/** What must be expanded on a payment for `snapshotOf`. */
export const EXPAND = [
	"latest_charge.balance_transaction",
	"latest_charge.refunds.data.transfer_reversal",
	"latest_charge.application_fee",
];

const STATUS: Partial<Record<Stripe.PaymentIntent.Status, PaymentSnapshot["status"]>> = {
	succeeded: "succeeded",
	processing: "processing",
	requires_capture: "authorised",
	canceled: "cancelled",
};

/** Fetches what the payment object itself doesn't contain. */
export async function snapshotOf(ctx: Ctx, intent: Stripe.PaymentIntent): Promise<PaymentSnapshot> {
	const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
	const succeeded = intent.status === "succeeded";
	return {
		intentId: intent.id,
		clientSecret: intent.client_secret ?? "",
		status: STATUS[intent.status] ?? "open",
		amountCents: fromProvider(succeeded ? intent.amount_received : intent.amount, intent.currency),
		currency: intent.currency,
		live: intent.livemode,
		purchaseId: intent.metadata.purchaseId ?? null,
		shareId: intent.metadata.shareId ?? null,
		buyerId: intent.metadata.buyerId ?? null,
		email: intent.receipt_email ?? charge?.billing_details.email ?? null,
		charge: succeeded && charge ? await chargeSnapshot(ctx, charge) : null,
		...debitOf(intent, charge),
	};
}

function debitOf({ status }: Stripe.PaymentIntent, charge: Stripe.Charge | null) {
	const method = charge?.payment_method_details?.type ?? "";
	return {
		answeredBy:
			charge && status === "processing" ? answeredBy(method, charge.created * 1000) : null,
		failedDebit: charge?.status === "failed" && isDelayed(method) ? charge.id : null,
	};
}

async function chargeSnapshot(ctx: Ctx, charge: Stripe.Charge): Promise<ChargeSnapshot> {
	const posted = typeof charge.balance_transaction === "string" ? null : charge.balance_transaction;
	return {
		id: charge.id,
		processingFeeCents: posted && bookedCents(posted, charge).feeCents,
		settled: posted && {
			currency: posted.currency,
			cents: asSettled(fromProvider(posted.amount, posted.currency)),
		},
		cardCountry: charge.payment_method_details?.card?.country ?? null,
		transferId: idOf(charge.transfer),
		refunds: (await refundsOf(ctx, charge)).map((refund) => ({
			id: refund.id,
			amountCents: fromProvider(refund.amount, refund.currency),
			failed: refund.status === "failed" || refund.status === "canceled",
			reversedCents: reversedCents(refund),
		})),
		feeRefunds: await feeRefundsOf(ctx, charge),
		disputes: charge.disputed ? await disputesOf(ctx, charge.id) : [],
	};
}

/** What a refund has taken back from the connected account; all of it if the transfer was exchanged. */
function reversedCents({ amount, currency, transfer_reversal: reversal }: Stripe.Refund): number {
	if (!reversal || typeof reversal === "string") return 0;
	return fromProvider(reversal.currency === currency ? reversal.amount : amount, currency);
}

/** Oldest first, so that fee shares can be computed from the running total; the provider lists newest first. */
async function refundsOf(ctx: Ctx, charge: Stripe.Charge): Promise<Stripe.Refund[]> {
	const listed = charge.refunds;
	const refunds =
		listed && !listed.has_more
			? listed.data
			: await withStripeErrors(() =>
					stripeOf(ctx.config)
						.refunds.list({
							charge: charge.id,
							limit: 100,
							expand: ["data.transfer_reversal"],
						})
						.autoPagingToArray({ limit: 1000 }),
				);
	return refunds.toReversed().toSorted((a, b) => a.created - b.created);
}

async function feeRefundsOf(ctx: Ctx, charge: Stripe.Charge): Promise<FeeRefundSnapshot[]> {
	const fee = charge.application_fee;
	if (!fee || typeof fee === "string" || fee.amount_refunded === 0) return [];
	const refunds = await withStripeErrors(() =>
		stripeOf(ctx.config).applicationFees.listRefunds(fee.id, { limit: 100 }),
	);
	// The fee is in the account's currency, but the charge says what it is in its own.
	const charged = fromProvider(charge.application_fee_amount ?? fee.amount, charge.currency);
	return refunds.data.map(({ id, amount }) => ({
		id,
		amountCents: Math.round((amount * charged) / fee.amount),
	}));
}

async function disputesOf(ctx: Ctx, charge: string): Promise<DisputeSnapshot[]> {
	const disputes = await withStripeErrors(() =>
		stripeOf(ctx.config).disputes.list({ charge, limit: 100 }),
	);
	return disputes.data.filter(isContested).map((dispute) => ({
		id: dispute.id,
		amountCents: fromProvider(dispute.amount, dispute.currency),
		// An appealed dispute counts as lost until it is won.
		lost: ["lost", "prevented"].includes(dispute.status) || dispute.status.startsWith("appeal_"),
		won: dispute.status === "won",
		inquiry: dispute.status.startsWith("warning"),
		reason: dispute.reason,
		respondBy:
			dispute.evidence_details.due_by === null ? null : dispute.evidence_details.due_by * 1000,
		transactions: dispute.balance_transactions.map((transaction) => {
			return { id: transaction.id, ...bookedCents(transaction, dispute) };
		}),
	}));
}

/** False for the mere trace of a refund that the provider made to prevent a dispute. */
const isContested = ({ status, balance_transactions: moved }: Stripe.Dispute): boolean =>
	status !== "prevented" || moved.reduce((sum, { amount }) => sum + amount, 0) < 0;

/** Returns the id of an object that the provider may have expanded. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
	return typeof reference === "string" ? reference : (reference?.id ?? null);
}
