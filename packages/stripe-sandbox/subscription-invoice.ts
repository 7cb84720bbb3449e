import type { Stripe } from "stripe";
import type { Call } from "./call.ts";
import { emit } from "./events.ts";
import { idOf, newId } from "./ids.ts";
import { blankIntent } from "./intent-shape.ts";
import { insertInvoicePayment } from "./invoice-records.ts";
import { listOf } from "./listing.ts";

/** Creates and finalises the invoice for a subscription's period, with the intent that pays it. */
export function invoicePeriod(
	call: Call,
	subscription: Stripe.Subscription,
	reason: "subscription_create" | "subscription_cycle",
): Stripe.Invoice {
	const customer = call.store.find("customer", String(idOf(subscription.customer)));
	if (customer === undefined) throw new Error(`subscription ${subscription.id} has no customer`);
	const id = newId("in");
	const lines = subscription.items.data.map((item) => line(id, subscription, item));
	const total = lines.reduce((sum, entry) => sum + entry.amount, 0);
	const [item] = subscription.items.data;
	const number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence ?? 1).padStart(4, "0")}`;
	customer.next_invoice_sequence = (customer.next_invoice_sequence ?? 1) + 1;
	customer.currency = subscription.currency;
	call.store.save("customer", customer);
	const invoice: Stripe.Invoice = {
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
		subtotal: total,
		subtotal_excluding_tax: total,
		total,
		total_excluding_tax: total,
	};
	call.store.insert("invoice", invoice);
	emit(call, "invoice.created", invoice);
	Object.assign(invoice, { status: "open", number, effective_at: call.now, auto_advance: false });
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

function blankInvoice(call: Call, id: string, customer: Stripe.Customer): Stripe.Invoice {
	return {
		id,
		object: "invoice",
		account_country: "US",
		account_name: "Stripe sandbox",
		account_tax_ids: null,
		amount_due: 0,
		amount_overpaid: 0,
		amount_paid: 0,
		amount_remaining: 0,
		amount_shipping: 0,
		application: null,
		attempt_count: 0,
		attempted: false,
		auto_advance: true,
		automatic_tax: {
			disabled_reason: null,
			enabled: false,
			liability: null,
			provider: null,
			status: null,
		},
		automatically_finalizes_at: null,
		billing_reason: null,
		collection_method: "charge_automatically",
		created: call.now,
		currency: "usd",
		custom_fields: null,
		customer: customer.id,
		customer_account: null,
		customer_address: null,
		customer_email: customer.email,
		customer_name: customer.name ?? null,
		customer_phone: customer.phone ?? null,
		customer_shipping: null,
		customer_tax_exempt: "none",
		customer_tax_ids: [],
		default_payment_method: null,
		default_source: null,
		default_tax_rates: [],
		description: null,
		discounts: [],
		due_date: null,
		effective_at: null,
		ending_balance: 0,
		footer: null,
		from_invoice: null,
		hosted_invoice_url: null,
		invoice_pdf: null,
		issuer: { type: "self" },
		last_finalization_error: null,
		latest_revision: null,
		lines: listOf([], `/v1/invoices/${id}/lines`),
		livemode: false,
		metadata: {},
		next_payment_attempt: null,
		number: null,
		on_behalf_of: null,
		parent: null,
		payment_settings: {
			default_mandate: null,
			payment_method_options: null,
			payment_method_types: null,
		},
		period_end: call.now,
		period_start: call.now,
		post_payment_credit_notes_amount: 0,
		pre_payment_credit_notes_amount: 0,
		receipt_number: null,
		rendering: null,
		shipping_cost: null,
		shipping_details: null,
		starting_balance: 0,
		statement_descriptor: null,
		status: "draft",
		status_transitions: {
			finalized_at: null,
			marked_uncollectible_at: null,
			paid_at: null,
			voided_at: null,
		},
		subtotal: 0,
		subtotal_excluding_tax: 0,
		test_clock: null,
		total: 0,
		total_discount_amounts: [],
		total_excluding_tax: 0,
		total_pretax_credit_amounts: [],
		total_taxes: [],
		webhooks_delivered_at: null,
	};
}

function line(
	invoice: string,
	subscription: Stripe.Subscription,
	item: Stripe.SubscriptionItem,
): Stripe.InvoiceLineItem {
	const quantity = item.quantity ?? 1;
	const amount = (item.price.unit_amount ?? 0) * quantity;
	return {
		id: newId("il"),
		object: "line_item",
		amount,
		currency: subscription.currency,
		description: `${quantity} × ${item.price.nickname ?? idOf(item.price.product)}`,
		discount_amounts: [],
		discountable: true,
		discounts: [],
		invoice,
		livemode: false,
		metadata: subscription.metadata,
		parent: {
			invoice_item_details: null,
			subscription_item_details: {
				invoice_item: null,
				proration: false,
				proration_details: null,
				subscription: subscription.id,
				subscription_item: item.id,
			},
			type: "subscription_item_details",
		},
		period: { end: item.current_period_end, start: item.current_period_start },
		pretax_credit_amounts: [],
		pricing: {
			price_details: { price: item.price.id, product: idOf(item.price.product) ?? "" },
			type: "price_details",
			// As text, the format of decimals in the API.
			unit_amount_decimal: item.price.unit_amount_decimal,
		},
		quantity,
		quantity_decimal: null,
		subscription: subscription.id,
		subtotal: amount,
		taxes: [],
	};
}
