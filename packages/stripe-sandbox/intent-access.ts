import type { Stripe } from "stripe";
import { type Call, fetchOrThrow } from "./call.ts";
import { type ApiError, invalidRequest, parameterMissing } from "./errors.ts";
import type { Params } from "./params.ts";

const CLIENT_FIELDS = [
	"id",
	"object",
	"allowed_payment_method_types",
	"amount",
	"automatic_payment_methods",
	"canceled_at",
	"cancellation_reason",
	"capture_method",
	"client_secret",
	"confirmation_method",
	"created",
	"currency",
	"description",
	"last_payment_error",
	"livemode",
	"next_action",
	"payment_method",
	"payment_method_types",
	"processing",
	"receipt_email",
	"setup_future_usage",
	"status",
] as const;

/** Requires the client secret if the key is publishable. */
export function fetchIntent(call: Call, params: Params, id: string): Stripe.PaymentIntent {
	const intent = fetchOrThrow(call, "payment_intent", id);
	const secret = params.text("client_secret");
	if (call.publishable && secret === undefined) throw parameterMissing("client_secret");
	if (secret !== undefined && secret !== intent.client_secret) {
		throw invalidRequest(
			"The client_secret provided does not match the client_secret associated with this PaymentIntent.",
			{ code: "payment_intent_invalid_parameter", param: "client_secret" },
		);
	}
	return intent;
}

/** Redacts the intent for a browser. */
export function clientView(call: Call, intent: Stripe.PaymentIntent): unknown {
	if (!call.publishable) return intent;
	return Object.fromEntries(CLIENT_FIELDS.map((name) => [name, intent[name]]));
}

/** Has the intent in the error's body. */
export function unexpectedState(intent: Stripe.PaymentIntent, message: string): ApiError {
	return invalidRequest(message, {
		code: "payment_intent_unexpected_state",
		payment_intent: intent,
	});
}
