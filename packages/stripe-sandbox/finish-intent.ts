import type { Stripe } from "stripe";
import { attempt, fail, succeed } from "./attempt-intent.ts";
import type { Call } from "./call.ts";
import { expireAuthorisation } from "./capture-intent.ts";
import { ApiError, invalidRequest } from "./errors.ts";
import { idOf } from "./ids.ts";
import { cardOf, resolvePaymentMethod } from "./payment-methods.ts";

/** Never throws for a declined card. */
export function finishAuthentication(
	call: Call,
	id: string,
	passed: boolean,
): Stripe.PaymentIntent {
	const intent = call.store.find("payment_intent", id);
	if (intent === undefined || intent.status !== "requires_action") {
		throw invalidRequest(`The intent ${id} does not wait for authentication.`);
	}
	const method = resolvePaymentMethod(call, String(idOf(intent.payment_method)));
	try {
		if (passed)
			return attempt(call, intent, method, {
				returnUrl: null,
				offSession: false,
				authenticated: true,
			});
		return fail(call, intent, method, {
			code: "payment_intent_authentication_failure",
			message:
				"We are unable to authenticate your payment method. Please choose a different payment method and try again.",
		});
	} catch (error) {
		return afterFailure(call, intent, error);
	}
}

/** Ends an attempt whose buyer never returned, or an authorisation with its intent. */
export function expireAttempt(call: Call, id: string): Stripe.PaymentIntent {
	const intent = call.store.find("payment_intent", id);
	if (intent?.status === "requires_capture") {
		expireAuthorisation(call, intent);
		return intent;
	}
	if (intent === undefined || intent.status !== "requires_action") {
		throw invalidRequest(`The intent ${id} does not wait for the buyer.`);
	}
	const method = resolvePaymentMethod(call, String(idOf(intent.payment_method)));
	try {
		// https://docs.stripe.com/error-codes#payment-intent-payment-attempt-expired
		return fail(call, intent, method, {
			code: "payment_intent_payment_attempt_expired",
			message: "The latest payment attempt of the PaymentIntent has expired.",
		});
	} catch (error) {
		return afterFailure(call, intent, error);
	}
}

/** Returns the intent after a recorded failure; rethrows other errors. */
function afterFailure(call: Call, { id }: Stripe.PaymentIntent, error: unknown) {
	const after = call.store.find("payment_intent", id);
	if (after === undefined || !(error instanceof ApiError && error.keepsEffects)) throw error;
	return after;
}

export function finishProcessing(
	call: Call,
	id: string,
	outcome: "succeeded" | "failed",
): Stripe.PaymentIntent {
	const intent = call.store.find("payment_intent", id);
	if (intent === undefined || intent.status !== "processing") {
		throw invalidRequest(`The intent ${id} is not processing.`);
	}
	const method = resolvePaymentMethod(call, String(idOf(intent.payment_method)));
	if (outcome === "succeeded") return succeed(call, intent, method);
	try {
		return fail(
			call,
			intent,
			method,
			method.type === "card"
				? {
						code: "card_declined",
						decline_code: "generic_decline",
						message: "Your card was declined.",
					}
				: (cardOf(call, method.id).card.decline ?? {
						code: "insufficient_funds",
						message: "The customer's account has insufficient funds to cover this payment.",
					}),
		);
	} catch (error) {
		return afterFailure(call, intent, error);
	}
}
