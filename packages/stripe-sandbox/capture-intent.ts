import type { Stripe } from "stripe";
import { complete } from "./attempt-intent.ts";
import { type Call, fetchOrThrow } from "./call.ts";
import { AUTHORISATION_SECONDS } from "./charges.ts";
import { ApiError } from "./errors.ts";
import { emit } from "./events.ts";
import { idOf } from "./ids.ts";
import { fetchIntent, unexpectedState } from "./intent-access.ts";
import type { Params } from "./params.ts";

/** Captures the whole amount. */
export function capturePaymentIntent(call: Call, params: Params, id: string): Stripe.PaymentIntent {
	const intent = fetchIntent(call, params, id);
	if (intent.status !== "requires_capture") {
		throw unexpectedState(
			intent,
			`This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
		);
	}
	const charge = authorisationOf(call, intent);
	if (call.now > charge.created + AUTHORISATION_SECONDS) {
		expireAuthorisation(call, intent);
		const message = `The charge ${charge.id} has expired and can't be captured.`;
		const code = "charge_expired_for_capture";
		throw new ApiError(400, { type: "invalid_request_error", code, message }, true);
	}
	intent.amount_capturable = 0;
	charge.amount_captured = charge.amount;
	charge.captured = true;
	call.store.save("charge", charge);
	emit(call, "charge.captured", charge);
	return complete(call, intent, charge);
}

export function expireAuthorisation(call: Call, intent: Stripe.PaymentIntent): void {
	emit(call, "charge.expired", authorisationOf(call, intent));
	cancelIntent(call, intent, "automatic");
}

export function cancelIntent(
	call: Call,
	intent: Stripe.PaymentIntent,
	reason: Stripe.PaymentIntent["cancellation_reason"],
): Stripe.PaymentIntent {
	if (intent.status === "requires_capture") {
		const charge = authorisationOf(call, intent);
		charge.amount_refunded = charge.amount;
		charge.refunded = true;
		call.store.save("charge", charge);
		emit(call, "charge.refunded", charge, { amount_refunded: 0, refunded: false });
		intent.amount_capturable = 0;
	}
	intent.status = "canceled";
	intent.canceled_at = call.now;
	intent.cancellation_reason = reason;
	intent.next_action = null;
	intent.processing = null;
	call.store.save("payment_intent", intent);
	emit(call, "payment_intent.canceled", intent);
	return intent;
}

function authorisationOf(call: Call, intent: Stripe.PaymentIntent): Stripe.Charge {
	return fetchOrThrow(call, "charge", String(idOf(intent.latest_charge)));
}
