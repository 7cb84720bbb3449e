import type { Stripe } from "stripe";
import { attempt } from "./attempt-intent.ts";
import { type Call, fetchOrThrow } from "./call.ts";
import type { Decline } from "./cards.ts";
import { ApiError, invalidRequest } from "./errors.ts";
import { idOf } from "./ids.ts";
import { closeInvoice, defaultPayment, subscriptionOf } from "./invoice-records.ts";
import type { Params } from "./params.ts";
import { resolvePaymentMethod } from "./payment-methods.ts";
import { expireIncomplete } from "./subscription-states.ts";

export function voidInvoice(call: Call, _params: Params, id: string): Stripe.Invoice {
	const invoice = fetchOrThrow(call, "invoice", id);
	if (invoice.status !== "open") {
		throw invalidRequest(`You can only void an open invoice; this one is ${invoice.status}.`);
	}
	closeInvoice(call, invoice);
	const subscription = subscriptionOf(call, invoice);
	if (subscription?.status === "incomplete") expireIncomplete(call, subscription);
	return fetchOrThrow(call, "invoice", id);
}

/** `forced` declines regardless of the card. */
export function tryInvoice(
	call: Call,
	invoice: Stripe.Invoice,
	method: string,
	forced?: Decline,
): void {
	const payment = defaultPayment(call, invoice.id);
	const intent = fetchOrThrow(
		call,
		"payment_intent",
		String(idOf(payment?.payment.payment_intent)),
	);
	try {
		attempt(call, intent, resolvePaymentMethod(call, method), {
			returnUrl: null,
			offSession: true,
			authenticated: false,
			forced,
		});
	} catch (error) {
		// A declined card only has its stored effects.
		if (!(error instanceof ApiError && error.keepsEffects)) throw error;
	}
}

export function defaultMethod(call: Call, invoice: Stripe.Invoice): string | null {
	return idOf(subscriptionOf(call, invoice)?.default_payment_method);
}
