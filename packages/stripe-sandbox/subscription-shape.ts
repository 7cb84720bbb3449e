import type { Stripe } from "stripe";
import { type Call, fetchOrThrow } from "./call.ts";
import { invalidRequest } from "./errors.ts";
import { idOf, newId } from "./ids.ts";
import type { Price } from "./kinds.ts";
import { listOf } from "./listing.ts";
import type { Params } from "./params.ts";

/** An empty subscription, not stored yet. */
export function blankSubscription(call: Call, customer: string): Stripe.Subscription {
	const id = newId("sub");
	return {
		id,
		object: "subscription",
		application: null,
		application_fee_percent: null,
		automatic_tax: { disabled_reason: null, enabled: false, liability: null },
		billing_cycle_anchor: call.now,
		billing_cycle_anchor_config: null,
		billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
		billing_schedules: [],
		billing_thresholds: null,
		cancel_at: null,
		cancel_at_period_end: false,
		canceled_at: null,
		cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
		collection_method: "charge_automatically",
		created: call.now,
		currency: "usd",
		customer,
		customer_account: null,
		days_until_due: null,
		default_payment_method: null,
		default_source: null,
		default_tax_rates: [],
		description: null,
		discounts: [],
		ended_at: null,
		invoice_settings: {
			account_tax_ids: null,
			custom_fields: null,
			description: null,
			footer: null,
			issuer: { type: "self" },
		},
		items: listOf([], `/v1/subscription_items?subscription=${id}`),
		latest_invoice: null,
		livemode: false,
		managed_payments: null,
		metadata: {},
		next_pending_invoice_item_invoice: null,
		on_behalf_of: null,
		pause_collection: null,
		payment_settings: {
			payment_method_options: null,
			payment_method_types: null,
			save_default_payment_method: "off",
		},
		pending_invoice_item_interval: null,
		pending_setup_intent: null,
		pending_update: null,
		schedule: null,
		start_date: call.now,
		status: "incomplete",
		test_clock: null,
		transfer_data: null,
		trial_end: null,
		trial_settings: {
			end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
		},
		trial_start: null,
	};
}

/** One `items[]` entry, with its first period from now on. */
export function subscriptionItem(
	call: Call,
	subscription: string,
	item: Params,
): Stripe.SubscriptionItem {
	const price = fetchOrThrow(call, "price", item.requiredText("price"), item.path("price"));
	const { recurring } = price;
	if (recurring === null) {
		throw invalidRequest(
			"The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
			{
				param: item.path("price"),
			},
		);
	}
	return {
		id: newId("si"),
		object: "subscription_item",
		billing_thresholds: null,
		created: call.now,
		current_period_end: periodEnd(call.now, recurring),
		current_period_start: call.now,
		current_trial: null,
		discounts: [],
		metadata: item.metadata(),
		// A price's decimal is transferred as text; the SDK converts it.
		plan: planOf(price) as unknown as Stripe.Plan,
		price: price as unknown as Stripe.Price,
		quantity: item.integer("quantity") ?? 1,
		subscription,
		tax_rates: [],
	};
}

/** When a period that starts at `start` ends; seconds since 1970. */
export function periodEnd(
	start: number,
	recurring: { interval: string; interval_count: number },
): number {
	const date = new Date(start * 1000);
	const count = recurring.interval_count;
	if (recurring.interval === "day") date.setUTCDate(date.getUTCDate() + count);
	if (recurring.interval === "week") date.setUTCDate(date.getUTCDate() + 7 * count);
	if (recurring.interval === "month" || recurring.interval === "year") {
		const day = date.getUTCDate();
		date.setUTCDate(1);
		date.setUTCMonth(date.getUTCMonth() + count * (recurring.interval === "year" ? 12 : 1));
		// The 31st becomes the last day of a shorter month.
		const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
		date.setUTCDate(Math.min(day, last));
	}
	return Math.floor(date.getTime() / 1000);
}

function planOf(price: Price) {
	return {
		id: price.id,
		object: "plan",
		active: price.active,
		amount: price.unit_amount,
		amount_decimal: price.unit_amount_decimal,
		billing_scheme: "per_unit",
		created: price.created,
		currency: price.currency,
		interval: price.recurring?.interval,
		interval_count: price.recurring?.interval_count,
		livemode: false,
		metadata: price.metadata,
		meter: null,
		nickname: price.nickname,
		product: idOf(price.product),
		tiers_mode: null,
		transform_usage: null,
		trial_period_days: null,
		usage_type: "licensed",
	};
}
