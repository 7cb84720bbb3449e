import type { Stripe } from "stripe";
import type { Call } from "./call.ts";
import { emit } from "./events.ts";
import { idOf } from "./ids.ts";
import { closeInvoice } from "./invoice-records.ts";

export function moveTo(
	call: Call,
	subscription: Stripe.Subscription,
	status: Stripe.Subscription["status"],
): void {
	if (subscription.status === status) return;
	const previous = { status: subscription.status };
	subscription.status = status;
	call.store.save("subscription", subscription);
	emit(call, "customer.subscription.updated", subscription, previous);
}

/** Voids its first invoice if that was never paid. */
export function endSubscription(
	call: Call,
	subscription: Stripe.Subscription,
	reason: "cancellation_requested" | "payment_failed",
): Stripe.Subscription {
	const first = subscription.status === "incomplete";
	subscription.status = "canceled";
	subscription.ended_at = call.now;
	subscription.canceled_at ??= call.now;
	subscription.cancellation_details = {
		comment: subscription.cancellation_details?.comment ?? null,
		feedback: subscription.cancellation_details?.feedback ?? null,
		feedback_option: null,
		reason,
	};
	call.store.save("subscription", subscription);
	if (first) voidOpenInvoice(call, subscription);
	emit(call, "customer.subscription.deleted", subscription);
	return subscription;
}

export function expireIncomplete(
	call: Call,
	subscription: Stripe.Subscription,
): Stripe.Subscription {
	subscription.ended_at = call.now;
	moveTo(call, subscription, "incomplete_expired");
	voidOpenInvoice(call, subscription);
	return subscription;
}

function voidOpenInvoice(call: Call, subscription: Stripe.Subscription): void {
	const invoice = call.store.find("invoice", String(idOf(subscription.latest_invoice)));
	if (invoice?.status === "open") closeInvoice(call, invoice);
}
