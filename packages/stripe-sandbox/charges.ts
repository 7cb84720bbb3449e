import type { Stripe } from "stripe";
import { type Call, fetchOrThrow } from "./call.ts";
import type { Decline } from "./cards.ts";
import { idOf, newId } from "./ids.ts";
import { listObjects } from "./listing.ts";
import { methodOf } from "./methods.ts";
import type { Params } from "./params.ts";

export function retrieveCharge(call: Call, _params: Params, id: string): Stripe.Charge {
	return fetchOrThrow(call, "charge", id);
}

export function listCharges(call: Call, params: Params) {
	return listObjects(call, params, "charge", "/v1/charges", {
		customer: params.text("customer"),
		payment_intent: params.text("payment_intent"),
		transfer_group: params.text("transfer_group"),
	});
}

/**
 * How long the amount is held, here by every method. https://docs.stripe.com/payments/place-a-hold-on-a-payment-method
 */
export const AUTHORISATION_SECONDS = 7 * 86_400;

/** What became of an attempt: neither field set is a success. */
interface ChargeAttempt {
	decline?: Decline | undefined;
	/** The bank's answer takes days. */
	isPending?: boolean;
	/** The amount is held on the card, and not taken yet. */
	isAuthorised?: boolean;
	/** How the buyer was authenticated: on a page of the bank, or by it alone. */
	authenticated: "challenge" | "frictionless" | false;
}

/**
 * Creates the charge of one attempt to pay an intent: succeeded, or failed with `decline`. Its balance
 * transactions are recorded by `settleCharge`.
 */
export function insertCharge(
	call: Call,
	intent: Stripe.PaymentIntent,
	method: Stripe.PaymentMethod,
	attempt: ChargeAttempt,
): Stripe.Charge {
	const { decline, isPending = false, isAuthorised = false } = attempt;
	const isCaptured = !decline && !isPending && !isAuthorised;
	const failed = failureOf(decline);
	const id = newId("ch");
	const charge: Stripe.Charge = {
		id,
		object: "charge",
		amount: intent.amount,
		amount_captured: isCaptured ? intent.amount : 0,
		amount_refunded: 0,
		application: null,
		application_fee: null,
		application_fee_amount: intent.application_fee_amount,
		balance_transaction: null,
		billing_details: method.billing_details,
		calculated_statement_descriptor: "STRIPE SANDBOX",
		captured: isCaptured,
		created: call.now,
		currency: intent.currency,
		customer: idOf(intent.customer),
		description: intent.description,
		disputed: false,
		failure_balance_transaction: null,
		...failed,
		fraud_details: {},
		livemode: false,
		metadata: { ...intent.metadata },
		on_behalf_of: idOf(intent.on_behalf_of),
		paid: !decline && !isPending,
		payment_intent: intent.id,
		payment_method: method.id,
		payment_method_details: paymentDetails(call, intent, method, attempt),
		radar_options: {},
		receipt_email: intent.receipt_email,
		receipt_number: null,
		receipt_url: null,
		refunded: false,
		review: null,
		shipping: null,
		source: null,
		source_transfer: null,
		statement_descriptor: null,
		statement_descriptor_suffix: null,
		status: decline ? "failed" : isPending ? "pending" : "succeeded",
		transfer_data: intent.transfer_data
			? { amount: null, destination: idOf(intent.transfer_data.destination) }
			: null,
		transfer_group: intent.transfer_group,
	};
	return call.store.insert("charge", charge, { account: call.account });
}

function failureOf(decline: Decline | undefined) {
	return {
		failure_code: decline?.code ?? null,
		failure_message: decline?.message ?? null,
		outcome: outcome(decline),
	};
}

/** Ends an intent's pending charge with the bank's answer; undefined when it has none. */
export function endPending(
	call: Call,
	intent: Stripe.PaymentIntent,
	decline: Decline | undefined,
): Stripe.Charge | undefined {
	const charge = call.store.find("charge", idOf(intent.latest_charge) ?? "");
	if (charge?.status !== "pending") return undefined;
	const paid = decline === undefined;
	Object.assign(charge, failureOf(decline), {
		amount_captured: paid ? charge.amount : 0,
		captured: paid,
		paid,
		status: paid ? "succeeded" : "failed",
	});
	return call.store.save("charge", charge);
}

function outcome(decline: Decline | undefined): Stripe.Charge["outcome"] {
	return {
		advice_code: null,
		network_advice_code: null,
		network_decline_code: null,
		network_status: decline ? "declined_by_network" : "approved_by_network",
		reason: decline ? (decline.decline_code ?? decline.code) : null,
		risk_level: "normal",
		risk_score: 12,
		seller_message: decline
			? "The bank did not return any further details with this decline."
			: "Payment complete.",
		type: decline ? "issuer_declined" : "authorized",
	};
}

function paymentDetails(
	call: Call,
	intent: Stripe.PaymentIntent,
	method: Stripe.PaymentMethod,
	attempt: ChargeAttempt,
): Stripe.Charge["payment_method_details"] {
	const { card, type } = method;
	// Of others the charge has the method's own data, and of debits the mandate.
	if (card === undefined) {
		const isDebit = methodOf(type).flow === "delayed";
		const mandate = isDebit ? { mandate: newId("mandate") } : {};
		return { type, [type]: { ...Object(method[type as "ideal"]), ...mandate } };
	}
	return {
		type: "card",
		card: {
			amount_authorized: attempt.decline ? null : intent.amount,
			authorization_code: attempt.decline ? null : "123456",
			brand: card.brand,
			...(attempt.isAuthorised && { capture_before: call.now + AUTHORISATION_SECONDS }),
			checks: {
				address_line1_check: null,
				address_postal_code_check: method.billing_details.address?.postal_code ? "pass" : null,
				cvc_check: attempt.decline?.code === "incorrect_cvc" ? "fail" : "pass",
			},
			country: card.country,
			electronic_commerce_indicator: attempt.authenticated ? "05" : null,
			exp_month: card.exp_month,
			exp_year: card.exp_year,
			fingerprint: card.fingerprint ?? null,
			funding: card.funding,
			installments: null,
			last4: card.last4,
			mandate: null,
			network: card.brand,
			network_transaction_id: null,
			regulated_status: "unregulated",
			three_d_secure: attempt.authenticated
				? {
						authentication_flow: attempt.authenticated,
						electronic_commerce_indicator: "05",
						exemption_indicator: null,
						result: "authenticated",
						result_reason: null,
						transaction_id: null,
						version: "2.2.0",
					}
				: null,
			transaction_link_id: null,
			wallet: null,
		},
	};
}
