import type { Stripe } from "stripe";
import { type Call, fetchOrThrow } from "./call.ts";
import { invalidRequest } from "./errors.ts";
import { newId } from "./ids.ts";
import { listOf } from "./listing.ts";
import type { Params } from "./params.ts";

export function blankSubscription(call: Call, customer: string): Stripe.Subscription {
	const id = newId("sub");
	return {
		id,
		object: "subscription",
		billing_cycle_anchor: call.now,
		cancel_at: null,
		cancel_at_period_end: false,
		canceled_at: null,
		cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
		collection_method: "charge_automatically",
		created: call.now,
		currency: "usd",
		customer,
		default_payment_method: null,
		description: null,
		ended_at: null,
		items: listOf([], `/v1/subscription_items?subscription=${id}`),
		latest_invoice: null,
		livemode: false,
		metadata: {},
		payment_settings: {
			payment_method_options: null,
			payment_method_types: null,
			save_default_payment_method: "off",
		},
		start_date: call.now,
		status: "incomplete",
	} as unknown as Stripe.Subscription;
}

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
		created: call.now,
		current_period_end: periodEnd(call.now, recurring),
		current_period_start: call.now,
		metadata: item.metadata(),
		// A price's decimal is transferred as text; the SDK converts it.
		price: price as unknown as Stripe.Price,
		quantity: item.integer("quantity") ?? 1,
		subscription,
	} as unknown as Stripe.SubscriptionItem;
}

/** In seconds. */
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
