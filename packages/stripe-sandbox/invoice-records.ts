import type { Stripe } from "stripe";
import type { Call } from "./call.ts";
import { cancelIntent } from "./capture-intent.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";

/** Also cancels its payment. */
export function closeInvoice(call: Call, invoice: Stripe.Invoice): void {
	invoice.status = "void";
	invoice.auto_advance = false;
	invoice.next_payment_attempt = null;
	invoice.status_transitions.voided_at = call.now;
	call.store.save("invoice", invoice);
	const payment = defaultPayment(call, invoice.id);
	const intent = call.store.find("payment_intent", String(idOf(payment?.payment.payment_intent)));
	if (intent && intent.status !== "succeeded" && intent.status !== "canceled") {
		cancelIntent(call, intent, "void_invoice");
	}
	if (payment) {
		payment.status = "canceled";
		payment.status_transitions.canceled_at = call.now;
		call.store.save("invoice_payment", payment);
	}
	emit(call, "invoice.voided", invoice);
}

export function defaultPayment(call: Call, invoice: string): Stripe.InvoicePayment | undefined {
	return call.store.all("invoice_payment", { equals: { invoice, is_default: true } })[0];
}

export function subscriptionOf(
	call: Call,
	invoice: Stripe.Invoice,
): Stripe.Subscription | undefined {
	const id = idOf(invoice.parent?.subscription_details?.subscription);
	return id === null ? undefined : call.store.find("subscription", id);
}

/** Adds the invoice's default payment. Cents. */
export function insertInvoicePayment(
	call: Call,
	invoice: string,
	intent: Stripe.PaymentIntent,
): Stripe.InvoicePayment {
	return call.store.insert("invoice_payment", {
		id: newId("inpay"),
		object: "invoice_payment",
		amount_paid: null,
		amount_requested: intent.amount,
		created: call.now,
		currency: intent.currency,
		invoice,
		is_default: true,
		livemode: false,
		payment: { payment_intent: intent.id, type: "payment_intent" },
		status: "open",
		status_transitions: { canceled_at: null, paid_at: null },
	});
}
