import type { Stripe } from "stripe";
import type { Call } from "./call.ts";
import { emit } from "./events.ts";
import { idOf } from "./ids.ts";
import { subscriptionOf } from "./invoice-records.ts";
import { moveTo } from "./subscription-states.ts";

const RETRY_SECONDS = 3 * 86_400;

export function intentEnded(call: Call, intent: Stripe.PaymentIntent): void {
	if (intent.status === "succeeded") intentSucceeded(call, intent);
	else intentFailed(call, intent);
}

/** Also makes the subscription active. */
function intentSucceeded(call: Call, intent: Stripe.PaymentIntent): void {
	const found = invoiceOf(call, intent);
	if (found === undefined) return;
	const { invoice, payment } = found;
	payment.status = "paid";
	payment.amount_paid = intent.amount;
	payment.status_transitions.paid_at = call.now;
	call.store.save("invoice_payment", payment);
	Object.assign(invoice, {
		status: "paid",
		amount_paid: intent.amount,
		amount_remaining: 0,
		attempted: true,
		attempt_count: invoice.attempt_count + 1,
		next_payment_attempt: null,
	});
	invoice.status_transitions.paid_at = call.now;
	call.store.save("invoice", invoice);
	const subscription = subscriptionOf(call, invoice);
	if (subscription && subscription.ended_at === null) activate(call, subscription, intent);
	emit(call, "invoice.paid", invoice);
	emit(call, "invoice.payment_succeeded", invoice);
	emit(call, "invoice_payment.paid", payment);
}

/** The invoice stays open, and after a failed renewal the subscription is past due. */
function intentFailed(call: Call, intent: Stripe.PaymentIntent): void {
	const found = invoiceOf(call, intent);
	if (found === undefined) return;
	const { invoice } = found;
	const renewal = invoice.billing_reason === "subscription_cycle";
	invoice.attempted = true;
	invoice.attempt_count += 1;
	invoice.next_payment_attempt = renewal ? call.now + RETRY_SECONDS : null;
	call.store.save("invoice", invoice);
	const subscription = subscriptionOf(call, invoice);
	if (renewal && subscription?.status === "active") moveTo(call, subscription, "past_due");
	emit(call, "invoice.payment_failed", invoice);
	if (intent.last_payment_error?.code === "authentication_required") {
		emit(call, "invoice.payment_action_required", invoice);
	}
}

function activate(
	call: Call,
	subscription: Stripe.Subscription,
	intent: Stripe.PaymentIntent,
): void {
	const keeps = subscription.payment_settings?.save_default_payment_method === "on_subscription";
	if (keeps) subscription.default_payment_method = idOf(intent.payment_method);
	call.store.save("subscription", subscription);
	moveTo(call, subscription, "active");
}

function invoiceOf(call: Call, intent: Stripe.PaymentIntent) {
	// Only customers' payments can pay invoices; for others the search is skipped.
	if (intent.customer === null) return undefined;
	const payment = call.store.all("invoice_payment", {
		equals: { "payment.payment_intent": intent.id },
	})[0];
	const invoice = payment && call.store.find("invoice", String(idOf(payment.invoice)));
	return payment && invoice ? { payment, invoice } : undefined;
}
