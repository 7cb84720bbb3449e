import type { Stripe } from "stripe";
import type { Call } from "./call.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import { blankIntent } from "./intent-shape.ts";
import { insertInvoicePayment } from "./invoice-records.ts";
import { listOf } from "./listing.ts";

/** Finalised, with the intent that pays it. */
export function invoicePeriod(
	call: Call,
	subscription: Stripe.Subscription,
	reason: "subscription_create" | "subscription_cycle",
): Stripe.Invoice {
	const customer = call.store.find("customer", String(idOf(subscription.customer)));
	if (customer === undefined) throw new Error(`subscription ${subscription.id} has no customer`);
	const id = newId("in");
	const lines = subscription.items.data.map((item) => ({
		id: newId("il"),
		object: "line_item",
		amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
		currency: subscription.currency,
		period: { end: item.current_period_end, start: item.current_period_start },
	}));
	const total = lines.reduce((sum, { amount }) => sum + amount, 0);
	const [item] = subscription.items.data;
	const invoice = {
		...blankInvoice(call, id, customer),
		amount_due: total,
		amount_remaining: total,
		billing_reason: reason,
		currency: subscription.currency,
		lines: listOf(lines, `/v1/invoices/${id}/lines`),
		parent: {
			quote_details: null,
			subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
			type: "subscription_details",
		},
		period_end: item?.current_period_start ?? call.now,
		period_start: item?.current_period_start ?? call.now,
		total,
	} as unknown as Stripe.Invoice;
	call.store.insert("invoice", invoice);
	emit(call, "invoice.created", invoice);
	Object.assign(invoice, { status: "open", auto_advance: false });
	invoice.status_transitions.finalized_at = call.now;
	call.store.save("invoice", invoice);
	const intent = blankIntent(call, {
		amount: total,
		currency: subscription.currency,
		customer: customer.id,
	});
	intent.description =
		reason === "subscription_create" ? "Subscription creation" : "Subscription update";
	intent.receipt_email = customer.email;
	intent.setup_future_usage = "off_session";
	call.store.insert("payment_intent", intent);
	insertInvoicePayment(call, id, intent);
	emit(call, "payment_intent.created", intent);
	emit(call, "invoice.finalized", invoice);
	return invoice;
}

function blankInvoice(call: Call, id: string, customer: Stripe.Customer) {
	return {
		id,
		object: "invoice",
		amount_paid: 0,
		attempt_count: 0,
		attempted: false,
		auto_advance: true,
		collection_method: "charge_automatically",
		created: call.now,
		customer: customer.id,
		customer_email: customer.email,
		livemode: false,
		metadata: {},
		next_payment_attempt: null,
		status: "draft",
		status_transitions: {
			finalized_at: null,
			marked_uncollectible_at: null,
			paid_at: null,
			voided_at: null,
		},
	} as Partial<Stripe.Invoice>;
}
