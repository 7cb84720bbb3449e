import type { Stripe } from "stripe";
import { recordMovement } from "./balance-transactions.ts";
import { type Call, fetchOrThrow } from "./call.ts";
import { invalidRequest } from "./errors.ts";
import { emit } from "./events.ts";
import { exchange, settle } from "./exchange.ts";
import { idOf, newId } from "./ids.ts";
import { listObjects } from "./listing.ts";
import { DISPUTE_REASONS, type DisputeReason, methodOf } from "./methods.ts";
import { DISPUTE_FEE } from "./money.ts";
import type { Params } from "./params.ts";
import { finishRefund } from "./refunds.ts";
import { settleCharge } from "./settle-charge.ts";

const OPEN = ["needs_response", "under_review", "warning_needs_response", "warning_under_review"];
const RESPONSE_SECONDS = 9 * 86_400;

export function retrieveDispute(call: Call, _params: Params, id: string): Stripe.Dispute {
	return fetchOrThrow(call, "dispute", id);
}

export function listDisputes(call: Call, params: Params) {
	return listObjects(call, params, "dispute", "/v1/disputes", {
		charge: params.text("charge"),
		payment_intent: params.text("payment_intent"),
	});
}

/** Stores and submits evidence. Stripe's test words decide the dispute. */
export function updateDispute(call: Call, params: Params, id: string): Stripe.Dispute {
	const dispute = fetchOrThrow(call, "dispute", id);
	const given = params.hash("evidence");
	const text = given?.clearable("uncategorized_text");
	if (text !== undefined) dispute.evidence.uncategorized_text = text;
	dispute.metadata = params.metadata(dispute.metadata);
	const submit = params.boolean("submit") ?? true;
	if (given !== undefined && !OPEN.includes(dispute.status)) {
		throw invalidRequest("This dispute is already closed", { param: "evidence" });
	}
	if (given !== undefined) {
		dispute.evidence_details.has_evidence = true;
		if (submit) {
			dispute.evidence_details.submission_count += 1;
			dispute.evidence_details.submission_method = "manual";
			dispute.status = dispute.status.startsWith("warning")
				? "warning_under_review"
				: "under_review";
		}
	}
	call.store.save("dispute", dispute);
	emit(call, "charge.dispute.updated", dispute);
	const words = submit ? dispute.evidence.uncategorized_text : null;
	if (words === "winning_evidence") return decideDispute(call, id, "won");
	if (words === "losing_evidence") return decideDispute(call, id, "lost");
	return dispute;
}

export function closeDispute(call: Call, _params: Params, id: string): Stripe.Dispute {
	const dispute = fetchOrThrow(call, "dispute", id);
	if (!OPEN.includes(dispute.status)) throw invalidRequest("This dispute is already closed");
	return decideDispute(call, id, "lost");
}

export interface DisputeInput {
	/** The payment method's first by default. */
	reason?: DisputeReason | undefined;
	/** In minor units; by default all that refunds have left. */
	amount?: number | undefined;
	/** The network returns the money without asking the seller. */
	prevented?: boolean;
}

/** Withdraws the amount and the fee; an inquiry withdraws nothing. */
export function openDispute(
	call: Call,
	chargeId: string,
	{ reason: given, amount, prevented = false }: DisputeInput = {},
): Stripe.Dispute {
	const charge = settleCharge(call, chargeId);
	if (charge === undefined) throw invalidRequest(`No such charge: '${chargeId}'`);
	if (!charge.captured || charge.disputed) throw invalidRequest("This charge cannot be disputed.");
	const type = charge.payment_method_details?.type ?? "card";
	const { disputes, label } = methodOf(type);
	if (disputes === "none") throw invalidRequest(`${label} payments cannot be disputed.`);
	const reasons: readonly DisputeReason[] = DISPUTE_REASONS[disputes];
	const reason = given ?? DISPUTE_REASONS[disputes][0];
	if (!reasons.includes(reason))
		throw invalidRequest(`${label} payments are not disputed as ${reason}.`);
	const inquiry = reason === "inquiry";
	if (!inquiry) failPendingRefunds(call, charge);
	const left = charge.amount - charge.amount_refunded;
	if (amount !== undefined && !(amount >= 1 && amount <= left))
		throw invalidRequest(`The amount must be between 1 and ${left}.`);
	const dispute = {
		id: newId("du"),
		object: "dispute",
		amount: amount ?? left,
		balance_transactions: [],
		charge: charge.id,
		created: call.now,
		currency: charge.currency,
		evidence: { uncategorized_text: null },
		evidence_details: {
			due_by: disputes === "final" ? null : call.now + RESPONSE_SECONDS,
			has_evidence: false,
			past_due: false,
			submission_count: 0,
			submission_method: "not_submitted",
		},
		is_charge_refundable: inquiry,
		livemode: false,
		metadata: {},
		payment_intent: idOf(charge.payment_intent),
		...(type === "card" && { payment_method_details: cardDetails(charge, reason) }),
		reason: inquiry ? "fraudulent" : reason,
		status: inquiry ? "warning_needs_response" : "needs_response",
	} as unknown as Stripe.Dispute;
	call.store.insert("dispute", dispute);
	charge.disputed = true;
	call.store.save("charge", charge);
	if (!inquiry) withdraw(call, dispute);
	emit(call, "charge.dispute.created", dispute);
	if (!inquiry) emit(call, "charge.dispute.funds_withdrawn", dispute);
	if (prevented) return decideDispute(call, dispute.id, "prevented");
	// A bank that takes a debit back is not asked why.
	// https://support.stripe.com/questions/sepa-direct-debit-payment-disputes
	return disputes === "final" ? decideDispute(call, dispute.id, "lost") : dispute;
}

/** The bank returns the money now: a pending refund would return it twice. */
function failPendingRefunds(call: Call, charge: Stripe.Charge): void {
	for (const { id, status, amount } of call.store.all("refund", {
		equals: { charge: charge.id },
	})) {
		if (status !== "pending") continue;
		finishRefund(call, id, "failed", "charge_for_pending_refund_disputed");
		charge.amount_refunded -= amount;
		charge.refunded = false;
	}
}

/** Emits the event only; no list is kept. */
export function warnOfFraud(call: Call, chargeId: string): Stripe.Radar.EarlyFraudWarning {
	const charge = fetchOrThrow(call, "charge", chargeId);
	const warning: Stripe.Radar.EarlyFraudWarning = {
		id: newId("issfr"),
		object: "radar.early_fraud_warning",
		actionable: !charge.refunded && !charge.disputed,
		charge: charge.id,
		created: call.now,
		fraud_type: "made_with_stolen_card",
		livemode: false,
		payment_intent: idOf(charge.payment_intent) ?? "",
	};
	emit(call, "radar.early_fraud_warning.created", warning);
	return warning;
}

function cardDetails(
	{ payment_method_details }: Stripe.Charge,
	reason: string,
): Stripe.Dispute["payment_method_details"] {
	return {
		type: "card",
		card: {
			brand: payment_method_details?.card?.brand ?? "visa",
			case_type: reason === "inquiry" ? "inquiry" : "chargeback",
			network: payment_method_details?.card?.network ?? "visa",
			network_reason_code: reason === "product_not_received" ? "13.1" : "10.4",
		},
	};
}

/** A won dispute returns the money, but not the fee. */
export function decideDispute(
	call: Call,
	id: string,
	outcome: "won" | "lost" | "prevented",
): Stripe.Dispute {
	const dispute = fetchOrThrow(call, "dispute", id);
	if (!OPEN.includes(dispute.status)) throw invalidRequest("This dispute is already closed");
	const inquiry = dispute.status.startsWith("warning");
	dispute.status = inquiry ? "warning_closed" : outcome;
	dispute.is_charge_refundable = inquiry;
	if (!inquiry && outcome === "won") {
		move(call, dispute, dispute.amount, 0, "Chargeback reversal");
		emit(call, "charge.dispute.funds_reinstated", dispute);
	}
	call.store.save("dispute", dispute);
	emit(call, "charge.dispute.closed", dispute);
	return dispute;
}

const withdraw = (call: Call, dispute: Stripe.Dispute) =>
	move(call, dispute, -dispute.amount, DISPUTE_FEE, "Chargeback withdrawal");

function move(
	call: Call,
	dispute: Stripe.Dispute,
	amount: number,
	feeInUsCents: number,
	what: string,
): void {
	const { currency } = settle(call, "", amount, dispute.currency);
	const fee = exchange(call, feeInUsCents, "usd", currency).amount;
	const transaction = recordMovement(call, {
		type: "adjustment",
		category: amount < 0 ? "dispute" : "dispute_reversal",
		amount,
		source: dispute.id,
		currency: dispute.currency,
		description: `${what} for ${idOf(dispute.charge)}`,
		fees: fee > 0 ? [{ type: "stripe_fee", amount: fee, description: "Dispute fee" }] : [],
	});
	dispute.balance_transactions = [...dispute.balance_transactions, transaction];
	call.store.save("dispute", dispute);
}
