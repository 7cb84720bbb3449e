import type { Stripe } from "stripe";
import { attempt, fail, succeed } from "./attempt-intent.ts";
import type { Call } from "./call.ts";
import { ApiError, invalidRequest } from "./errors.ts";
import { idOf } from "./ids.ts";
import { resolvePaymentMethod } from "./payment-methods.ts";

/** The outcome of the bank's page (3-D Secure) for an intent that waits for it. Never throws for a declined card. */
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
		if (!(error instanceof ApiError && error.keepsEffects)) throw error;
		return call.store.find("payment_intent", id) ?? intent;
	}
}

/** The result of an intent held in `processing`. */
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
	if (outcome === "succeeded") return succeed(call, intent, method, false);
	try {
		return fail(call, intent, method, {
			code: "card_declined",
			decline_code: "generic_decline",
			message: "Your card was declined.",
		});
	} catch (error) {
		if (!(error instanceof ApiError && error.keepsEffects)) throw error;
		return call.store.find("payment_intent", id) ?? intent;
	}
}
