import type { Stripe } from "stripe";
import { type Call, fetchOrThrow } from "./call.ts";
import type { Decline } from "./cards.ts";
import { idOf, newId } from "./ids.ts";
import { methodOf } from "./methods.ts";
import type { Params } from "./params.ts";

export function retrieveCharge(call: Call, _params: Params, id: string): Stripe.Charge {
	return fetchOrThrow(call, "charge", id);
}

/** https://docs.stripe.com/payments/place-a-hold-on-a-payment-method */
export const AUTHORISATION_SECONDS = 7 * 86_400;

/** Succeeded unless a field says otherwise. */
interface ChargeAttempt {
	decline?: Decline | undefined;
	/** The bank's answer takes days. */
	isPending?: boolean;
	/** Held on the card, not captured yet. */
	isAuthorised?: boolean;
	/** `challenge`: on a page of the bank; `frictionless`: without one. */
	authenticated: "challenge" | "frictionless" | false;
}

/** Its balance transactions are recorded by `settleCharge`. */
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
	// Here and elsewhere, fields that nothing reads are left out.
	const charge = {
		id,
		object: "charge",
		amount: intent.amount,
		amount_captured: isCaptured ? intent.amount : 0,
		amount_refunded: 0,
		application_fee: null,
		application_fee_amount: intent.application_fee_amount,
		balance_transaction: null,
		billing_details: method.billing_details,
		captured: isCaptured,
		created: call.now,
		currency: intent.currency,
		customer: idOf(intent.customer),
		description: intent.description,
		disputed: false,
		failure_balance_transaction: null,
		...failed,
		livemode: false,
		metadata: { ...intent.metadata },
		on_behalf_of: idOf(intent.on_behalf_of),
		paid: !decline && !isPending,
		payment_intent: intent.id,
		payment_method: method.id,
		payment_method_details: paymentDetails(call, method, attempt),
		receipt_email: intent.receipt_email,
		refunded: false,
		status: decline ? "failed" : isPending ? "pending" : "succeeded",
		transfer_data: intent.transfer_data
			? { amount: null, destination: idOf(intent.transfer_data.destination) }
			: null,
		transfer_group: intent.transfer_group,
	} as unknown as Stripe.Charge;
	return call.store.insert("charge", charge, { account: call.account });
}

function failureOf(decline: Decline | undefined) {
	return {
		failure_code: decline?.code ?? null,
		failure_message: decline?.message ?? null,
		outcome: outcome(decline),
	};
}

/** Undefined if no charge is pending. */
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
		network_status: decline ? "declined_by_network" : "approved_by_network",
		reason: decline ? (decline.decline_code ?? decline.code) : null,
		risk_level: "normal",
		seller_message: decline
			? "The bank did not return any further details with this decline."
			: "Payment complete.",
		type: decline ? "issuer_declined" : "authorized",
	} as Stripe.Charge["outcome"];
}

function paymentDetails(
	call: Call,
	method: Stripe.PaymentMethod,
	attempt: ChargeAttempt,
): Stripe.Charge["payment_method_details"] {
	const { card, type } = method;
	// Other methods have their own data, debits a mandate.
	if (card === undefined) {
		const isDebit = methodOf(type).flow === "delayed";
		const mandate = isDebit ? { mandate: newId("mandate") } : {};
		return { type, [type]: { ...Object(method[type as "ideal"]), ...mandate } };
	}
	return {
		type: "card",
		card: {
			brand: card.brand,
			...(attempt.isAuthorised && { capture_before: call.now + AUTHORISATION_SECONDS }),
			checks: {
				address_line1_check: null,
				address_postal_code_check: method.billing_details.address?.postal_code ? "pass" : null,
				cvc_check: attempt.decline?.code === "incorrect_cvc" ? "fail" : "pass",
			},
			country: card.country,
			exp_month: card.exp_month,
			exp_year: card.exp_year,
			fingerprint: card.fingerprint ?? null,
			funding: card.funding,
			last4: card.last4,
			network: card.brand,
			three_d_secure: attempt.authenticated
				? { authentication_flow: attempt.authenticated, result: "authenticated", version: "2.2.0" }
				: null,
			wallet: null,
		},
	} as Stripe.Charge["payment_method_details"];
}
