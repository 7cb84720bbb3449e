import type { Stripe } from "stripe";
import { type Call, fetchOrThrow } from "./call.ts";
import type { Decline } from "./cards.ts";
import { invalidRequest } from "./errors.ts";
import { emit } from "./events.ts";
import { idOf } from "./ids.ts";
import { defaultMethod, tryInvoice } from "./invoices.ts";
import { invoicePeriod } from "./subscription-invoice.ts";
import { periodEnd } from "./subscription-shape.ts";
import { endSubscription, expireIncomplete } from "./subscription-states.ts";

/** The requested outcome, or the one of the customer's test card. */
export type RenewalOutcome = "succeeds" | "fails" | "card";

const FORCED: Decline = {
	code: "card_declined",
	decline_code: "insufficient_funds",
	message: "Your card has insufficient funds.",
};
const GOOD_CARD = "pm_card_visa";

/** Ends a subscription instead if it is cancelled. */
export function renewSubscription(
	call: Call,
	id: string,
	outcome: RenewalOutcome,
): Stripe.Subscription {
	const subscription = fetchOrThrow(call, "subscription", id);
	if (subscription.status !== "active" && subscription.status !== "past_due") {
		throw invalidRequest(`A subscription that is ${subscription.status} does not renew.`);
	}
	if (subscription.cancel_at_period_end) {
		return endSubscription(call, subscription, "cancellation_requested");
	}
	const [old] = subscription.items.data;
	for (const item of subscription.items.data) {
		const { recurring } = item.price;
		if (recurring === null) throw new Error(`price ${item.price.id} does not recur`);
		item.current_period_start = call.now;
		item.current_period_end = periodEnd(call.now, recurring);
	}
	subscription.billing_cycle_anchor = call.now;
	const invoice = invoicePeriod(call, subscription, "subscription_cycle");
	subscription.latest_invoice = invoice.id;
	call.store.save("subscription", subscription);
	emit(call, "customer.subscription.updated", subscription, {
		items: { data: [{ current_period_end: old?.current_period_end }] },
	});
	charge(call, invoice, outcome);
	return fetchOrThrow(call, "subscription", id);
}

/** Ends a subscription after the last attempt, or 23 hours without a first payment. */
export function expireSubscription(call: Call, id: string): Stripe.Subscription {
	const subscription = fetchOrThrow(call, "subscription", id);
	openInvoice(call, subscription);
	if (subscription.status === "incomplete") return expireIncomplete(call, subscription);
	return endSubscription(call, subscription, "payment_failed");
}

function charge(call: Call, invoice: Stripe.Invoice, outcome: RenewalOutcome): void {
	const method =
		outcome === "succeeds" ? workingMethod(call, invoice) : defaultMethod(call, invoice);
	tryInvoice(
		call,
		invoice,
		method ?? GOOD_CARD,
		outcome === "fails" || method === null ? FORCED : undefined,
	);
}

// A requested success succeeds even if the customer's card would be declined.
function workingMethod(call: Call, invoice: Stripe.Invoice): string {
	const method = defaultMethod(call, invoice);
	const token = method === null ? undefined : call.store.hidden<{ token: string }>(method)?.token;
	return method !== null && token === GOOD_CARD ? method : GOOD_CARD;
}

function openInvoice(call: Call, subscription: Stripe.Subscription): Stripe.Invoice {
	const invoice = call.store.find("invoice", String(idOf(subscription.latest_invoice)));
	if (invoice?.status === "open") return invoice;
	throw invalidRequest(`${subscription.id} has no open invoice.`);
}
