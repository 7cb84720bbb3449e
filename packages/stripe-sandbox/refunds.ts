import type { Stripe } from "stripe";
import { hasFunds, recordMovement } from "./balance-transactions.ts";
import { type Call, fetchOrThrow } from "./call.ts";
import { invalidRequest } from "./errors.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import { listObjects } from "./listing.ts";
import { methodOf } from "./methods.ts";
import { checkAmount, money, proportion } from "./money.ts";
import type { Params } from "./params.ts";
import { cardOf } from "./payment-methods.ts";
import { settleCharge } from "./settle-charge.ts";
import { feeOfCharge, requireLeft, reverseTransfer } from "./transfer-reversals.ts";

const DAY_SECONDS = 86_400;

export function createRefund(call: Call, params: Params): Stripe.Refund {
	const charge = chargeToRefund(call, params);
	const left = charge.amount - charge.amount_refunded;
	const amount = params.integer("amount") ?? left;
	checkRefund(call, charge, amount, left);
	const metadata = params.metadata();
	const reason =
		params.choice("reason", ["duplicate", "fraudulent", "requested_by_customer"]) ?? null;
	const reverse = params.boolean("reverse_transfer") ?? false;
	const returnFee = params.boolean("refund_application_fee") ?? false;
	return refundCharge(call, charge, { amount, reason, metadata, reverse, returnFee });
}

export function retrieveRefund(call: Call, _params: Params, id: string): Stripe.Refund {
	return fetchOrThrow(call, "refund", id);
}

export function listRefunds(call: Call, params: Params) {
	return listObjects(call, params, "refund", "/v1/refunds", {
		charge: params.text("charge"),
		payment_intent: params.text("payment_intent"),
	});
}

/** `amount` in minor units; the transfer and the fee are reversed in proportion. */
export interface RefundInput {
	amount: number;
	reason: Stripe.Refund["reason"];
	metadata: Record<string, string>;
	reverse: boolean;
	returnFee: boolean;
}

/** Stripe keeps its processing fee. */
export function refundCharge(call: Call, charge: Stripe.Charge, input: RefundInput): Stripe.Refund {
	const id = newId("re");
	const card =
		charge.payment_method === null ? undefined : cardOf(call, charge.payment_method).card;
	const account = call.store.accountOf(charge.id);
	const isCovered = hasFunds(call, account, input.amount, charge.currency);
	const isPending = card?.refund === "pending" || !isCovered;
	const transaction = recordMovement(call, {
		type: "refund",
		amount: -input.amount,
		source: id,
		currency: charge.currency,
		description: `REFUND FOR CHARGE${charge.description ? ` (${charge.description})` : ""}`,
		account,
	});
	const refund = {
		id,
		object: "refund",
		amount: input.amount,
		balance_transaction: transaction.id,
		charge: charge.id,
		created: call.now,
		currency: charge.currency,
		destination_details: destinationOf(charge),
		metadata: input.metadata,
		payment_intent: idOf(charge.payment_intent),
		payment_method: charge.payment_method,
		reason: input.reason,
		...(isPending && { pending_reason: isCovered ? "processing" : "insufficient_funds" }),
		status: isPending ? "pending" : "succeeded",
		transfer_reversal: null,
	} as Stripe.Refund;
	call.store.insert("refund", refund, { account });
	if (input.reverse || input.returnFee) giveBackShares(call, charge, refund, input);
	charge.amount_refunded += input.amount;
	charge.refunded = charge.amount_refunded === charge.amount;
	call.store.save("charge", charge);
	emit(call, "refund.created", refund);
	emit(call, "charge.refunded", charge, {
		amount_refunded: charge.amount_refunded - input.amount,
		...(charge.refunded ? { refunded: false } : {}),
	});
	return refund;
}

function destinationOf(charge: Stripe.Charge): Stripe.Refund.DestinationDetails {
	const type = charge.payment_method_details?.type ?? "card";
	if (type !== "card") return { type };
	return {
		card: {
			reference_status: "pending",
			reference_type: "acquirer_reference_number",
			type: "refund",
		},
		type,
	};
}

/** A failed refund returns exactly the amount it took. */
export function finishRefund(
	call: Call,
	id: string,
	outcome: "succeeded" | "failed",
	reason = "unknown",
): Stripe.Refund {
	const refund = fetchOrThrow(call, "refund", id);
	if (refund.status === outcome || refund.status === "failed") {
		throw invalidRequest(`The refund ${id} is ${refund.status} already.`);
	}
	refund.status = outcome;
	if (outcome === "failed") {
		const transaction = recordMovement(call, {
			type: "refund_failure",
			amount: refund.amount,
			source: refund.id,
			currency: refund.currency,
			undone: call.store.find("balance_transaction", String(idOf(refund.balance_transaction))),
			account: call.store.accountOf(id),
		});
		refund.failure_reason = reason;
		refund.failure_balance_transaction = transaction.id;
		const charge = call.store.find("charge", String(idOf(refund.charge)));
		if (charge) {
			charge.amount_refunded -= refund.amount;
			charge.refunded = false;
			call.store.save("charge", charge);
		}
	}
	call.store.save("refund", refund);
	emit(call, outcome === "failed" ? "refund.failed" : "refund.updated", refund);
	emit(call, "charge.refund.updated", refund);
	return refund;
}

function chargeToRefund(call: Call, params: Params): Stripe.Charge {
	const chargeId = params.text("charge");
	const intentId = params.text("payment_intent");
	if (chargeId === undefined && intentId === undefined) {
		throw invalidRequest(
			"One of the following params should be provided for this request: payment_intent or charge.",
		);
	}
	if (chargeId !== undefined) return booked(call, fetchOrThrow(call, "charge", chargeId, "charge"));
	const intent = fetchOrThrow(call, "payment_intent", String(intentId), "payment_intent");
	const charge = idOf(intent.latest_charge);
	if (intent.status !== "succeeded" || charge === null) {
		throw invalidRequest(
			`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
			{
				code: "payment_intent_unexpected_state",
				param: "payment_intent",
			},
		);
	}
	return booked(call, fetchOrThrow(call, "charge", charge, "payment_intent"));
}

// Money must be recorded before it is refunded.
function booked(call: Call, charge: Stripe.Charge): Stripe.Charge {
	return settleCharge(call, charge.id) ?? charge;
}

function checkRefund(call: Call, charge: Stripe.Charge, amount: number, left: number): void {
	if (charge.status !== "succeeded")
		throw invalidRequest(`Charge ${charge.id} did not succeed.`, { param: "charge" });
	const dispute = call.store.all("dispute", { equals: { charge: charge.id } })[0];
	if (dispute && !dispute.is_charge_refundable && dispute.status !== "won") {
		throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
			code: "charge_disputed",
		});
	}
	if (left === 0) {
		throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
			code: "charge_already_refunded",
		});
	}
	checkAmount(amount, charge.currency);
	const { label, refundDays } = methodOf(charge.payment_method_details?.type);
	if (refundDays !== undefined && call.now > charge.created + refundDays * DAY_SECONDS)
		throw notRefundable(
			`${label} payments can be refunded for ${refundDays} days after the payment.`,
		);
	if (call.sandbox.settings.refunds === "whole" && amount < charge.amount)
		throw notRefundable(`${label} payments cannot be refunded in part.`);
	if (amount > left) {
		const whole = left === charge.amount ? "charge amount" : "unrefunded amount on charge";
		throw invalidRequest(
			`Refund amount (${money(amount, charge.currency)}) is greater than ${whole} (${money(left, charge.currency)})`,
			{ param: "amount" },
		);
	}
}

/** The code is Stripe's; its wording for a way of paying is not published. */
function notRefundable(message: string): Error {
	return invalidRequest(message, { code: "charge_not_refundable", param: "amount" });
}

// Shares are computed from the running total, so that partial refunds add up to the whole.
function giveBackShares(
	call: Call,
	charge: Stripe.Charge,
	refund: Stripe.Refund,
	input: RefundInput,
): void {
	const transferId = idOf(charge.transfer);
	if (transferId === null) {
		throw invalidRequest(`Cannot reverse the transfer of ${charge.id}: it has none.`, {
			param: "reverse_transfer",
		});
	}
	const transfer = fetchOrThrow(call, "transfer", transferId);
	const after = charge.amount_refunded + input.amount;
	const share = (whole: number) =>
		proportion(whole, after, charge.amount) -
		proportion(whole, charge.amount_refunded, charge.amount);
	const fee = input.returnFee ? feeOfCharge(call, charge) : undefined;
	const feeShare = fee ? Math.min(share(fee.amount), fee.amount - fee.amount_refunded) : 0;
	const amount = input.reverse ? share(transfer.amount) : 0;
	requireLeft(transfer, amount);
	const reversal = reverseTransfer(call, transfer, {
		amount,
		fee,
		feeAmount: feeShare,
		sourceRefund: refund.id,
		metadata: {},
	});
	if (reversal) {
		refund.transfer_reversal = reversal.id;
		call.store.save("refund", refund);
	}
}
