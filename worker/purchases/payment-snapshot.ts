import type { Stripe } from "stripe";
import { asSettled, fromProvider, type SettledCents } from "../contract/money.ts";
import type { Ctx } from "../core/context.ts";
import { bookedCents, stripeOf, withStripeErrors } from "../platform/stripe.ts";
import { answeredBy, isDelayed } from "./delayed-methods.ts";

/** Cents. */
export type RefundSnapshot = {
	readonly id: string;
	readonly amountCents: number;
	/** the money stayed on the platform */
	readonly failed: boolean;
	/** taken back from the creator's connected account */
	readonly reversedCents: number;
	/** the purchase's lines that it returns, as `lineName` names them */
	readonly lines?: readonly string[];
};

/** Of a file, or of all pictures, in an edition. */
export const lineName = (line: { fileId: string; edition: string }): string =>
	`${line.fileId}:${line.edition}`;

/** The provider allows 500 characters a value. */
const LINES_PER_VALUE = 16;

export function lineMetadata(lines: readonly string[]): Record<string, string> {
	const values = Math.ceil(lines.length / LINES_PER_VALUE);
	return Object.fromEntries(
		Array.from({ length: values }, (_, at) => {
			const part = lines.slice(at * LINES_PER_VALUE, (at + 1) * LINES_PER_VALUE);
			return [`lines${at}`, part.join(" ")];
		}),
	);
}

const namedLines = (metadata: Stripe.Metadata | null): string[] =>
	Object.entries(metadata ?? {}).flatMap(([name, value]) =>
		name.startsWith("lines") ? value.split(" ") : [],
	);

/** The lines that refunds have returned, or have failed to. */
export const linesOf = (
	refunds: readonly RefundSnapshot[],
	which: "returned" | "failed",
): Set<string> =>
	new Set(
		refunds
			.filter(({ failed }) => failed === (which === "failed"))
			.flatMap(({ lines = [] }) => lines),
	);

export const returnedCents = (refunds: readonly RefundSnapshot[]): number =>
	refunds.filter(({ failed }) => !failed).reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Part of a destination charge's fee, returned to the connected account. */
export type FeeRefundSnapshot = { readonly id: string; readonly amountCents: number };

/** Disputed money withdrawn or returned, signed as the platform sees it. Cents. */
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
	/** no money has been taken so far */
	readonly inquiry: boolean;
	/** the provider's code, such as `fraudulent` */
	readonly reason: string;
	/** for evidence (ms) */
	readonly respondBy: number | null;
	readonly transactions: readonly DisputeTransaction[];
};

export type ChargeSnapshot = {
	readonly id: string;
	/** null until the provider has recorded it; at the charge's own rate if it was exchanged */
	readonly processingFeeCents: number | null;
	/** the whole charge; null until the provider has recorded it */
	readonly settled: { readonly currency: string; readonly cents: SettledCents } | null;
	/** issuing country (ISO 3166) */
	readonly cardCountry: string | null;
	readonly transferId: string | null;
	readonly refunds: readonly RefundSnapshot[];
	readonly feeRefunds: readonly FeeRefundSnapshot[];
	readonly disputes: readonly DisputeSnapshot[];
};

export type PaymentSnapshot = {
	readonly intentId: string;
	readonly clientSecret: string;
	/** `authorised`: the money is reserved, and captured once there is stock */
	readonly status: "open" | "processing" | "authorised" | "succeeded" | "cancelled";
	readonly amountCents: number;
	readonly currency: string;
	/** not a test */
	readonly live: boolean;
	readonly purchaseId: string | null;
	readonly shareId: string | null;
	readonly buyerId: string | null;
	readonly email: string | null;
	readonly charge: ChargeSnapshot | null;
	/** the bank's deadline (ms); null if unknown, or if no bank decides */
	readonly answeredBy: number | null;
	/** id of a charge refused days after the buyer agreed */
	readonly failedDebit: string | null;
};

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
			lines: namedLines(refund.metadata),
		})),
		feeRefunds: await feeRefundsOf(ctx, charge),
		disputes: charge.disputed ? await disputesOf(ctx, charge.id) : [],
	};
}

/** All of it if the transfer was exchanged. */
function reversedCents({ amount, currency, transfer_reversal: reversal }: Stripe.Refund): number {
	if (!reversal || typeof reversal === "string") return 0;
	return fromProvider(reversal.currency === currency ? reversal.amount : amount, currency);
}

/** Oldest first, for computing fee shares from the running total; the provider lists newest first. */
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
	// The fee is in the account's currency; the charge has it in its own.
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
		// An appealed dispute is lost until it is won.
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

/** False for the trace of a refund that prevented a dispute. */
const isContested = ({ status, balance_transactions: moved }: Stripe.Dispute): boolean =>
	status !== "prevented" || moved.reduce((sum, { amount }) => sum + amount, 0) < 0;

/** Accepts an object that the provider may have expanded. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
	return typeof reference === "string" ? reference : (reference?.id ?? null);
}
