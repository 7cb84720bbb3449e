import type { Stripe } from "stripe";
import { attempt } from "./attempt-intent.ts";
import { type Call, fetchOrThrow } from "./call.ts";
import type { Decline } from "./cards.ts";
import { ApiError, invalidRequest } from "./errors.ts";
import { emit } from "./events.ts";
import { idOf } from "./ids.ts";
import { closeInvoice, defaultPayment, subscriptionOf } from "./invoice-records.ts";
import { listObjects } from "./listing.ts";
import type { Params } from "./params.ts";
import { resolvePaymentMethod } from "./payment-methods.ts";
import { expireIncomplete } from "./subscription-states.ts";

export function retrieveInvoice(call: Call, _params: Params, id: string): Stripe.Invoice {
	return fetchOrThrow(call, "invoice", id);
}

export function updateInvoice(call: Call, params: Params, id: string): Stripe.Invoice {
	const invoice = fetchOrThrow(call, "invoice", id);
	invoice.metadata = params.metadata(invoice.metadata ?? {});
	invoice.auto_advance = params.boolean("auto_advance") ?? invoice.auto_advance ?? true;
	emit(call, "invoice.updated", invoice);
	return call.store.save("invoice", invoice);
}

export function listInvoices(call: Call, params: Params) {
	return listObjects(call, params, "invoice", "/v1/invoices", {
		customer: params.text("customer"),
		status: params.text("status"),
		"parent.subscription_details.subscription": params.text("subscription"),
	});
}

export function listInvoicePayments(call: Call, params: Params) {
	const payment = params.hash("payment");
	payment?.ignore("type");
	return listObjects(call, params, "invoice_payment", "/v1/invoice_payments", {
		invoice: params.text("invoice"),
		status: params.text("status"),
		"payment.payment_intent": payment?.text("payment_intent"),
	});
}

export function retrieveInvoicePayment(
	call: Call,
	_params: Params,
	id: string,
): Stripe.InvoicePayment {
	return fetchOrThrow(call, "invoice_payment", id);
}

/** Pays an open invoice with the given or the default payment method. Throws a 402 when the card is declined. */
export function payInvoice(call: Call, params: Params, id: string): Stripe.Invoice {
	const invoice = fetchOrThrow(call, "invoice", id);
	if (invoice.status === "paid") throw invalidRequest("Invoice is already paid");
	if (invoice.status !== "open")
		throw invalidRequest(`This invoice is ${invoice.status} and cannot be paid.`);
	const method = params.text("payment_method") ?? defaultMethod(call, invoice);
	const offSession = params.boolean("off_session") ?? true;
	if (method === null) {
		throw invalidRequest(
			"There is no default payment method set on this Customer or Invoice. Please set a default payment method or provide a payment_method.",
		);
	}
	tryInvoice(call, invoice, method, { offSession });
	return fetchOrThrow(call, "invoice", id);
}

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

/**
 * One attempt at an invoice's payment; `forced` declines regardless of the card. Throws a 402 when
 * declined.
 */
export function tryInvoice(
	call: Call,
	invoice: Stripe.Invoice,
	method: string,
	how: { offSession: boolean; forced?: Decline | undefined },
): void {
	const payment = defaultPayment(call, invoice.id);
	const intent = fetchOrThrow(
		call,
		"payment_intent",
		String(idOf(payment?.payment.payment_intent)),
	);
	attempt(call, intent, resolvePaymentMethod(call, method), {
		returnUrl: null,
		offSession: how.offSession,
		authenticated: false,
		forced: how.forced,
	});
}

/** As `tryInvoice`, for attempts without a caller: a declined card only has its stored effects. */
export function tryInvoiceQuietly(
	call: Call,
	invoice: Stripe.Invoice,
	method: string,
	forced?: Decline,
): void {
	try {
		tryInvoice(call, invoice, method, { offSession: true, forced });
	} catch (error) {
		if (!(error instanceof ApiError && error.keepsEffects)) throw error;
	}
}

/** The payment method an invoice is charged to by default. */
export function defaultMethod(call: Call, invoice: Stripe.Invoice): string | null {
	const subscription = subscriptionOf(call, invoice);
	const customer = call.store.find("customer", String(idOf(invoice.customer)));
	return (
		idOf(subscription?.default_payment_method) ??
		idOf(customer?.invoice_settings.default_payment_method)
	);
}
