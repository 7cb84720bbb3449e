import type { Stripe } from "stripe";
import { type Call, fetchOrThrow } from "./call.ts";
import { invalidRequest, missing, parameterMissing } from "./errors.ts";
import { emit } from "./events.ts";
import { listObjects } from "./listing.ts";
import type { Params } from "./params.ts";
import { invoicePeriod } from "./subscription-invoice.ts";
import { blankSubscription, subscriptionItem } from "./subscription-shape.ts";
import { endSubscription } from "./subscription-states.ts";

/** Incomplete until its first invoice is paid in the browser. */
export function createSubscription(call: Call, params: Params): Stripe.Subscription {
	const customer = fetchOrThrow(call, "customer", params.requiredText("customer"), "customer");
	const items = params.hashes("items");
	if (items === undefined || items.length === 0) throw parameterMissing("items");
	if (params.choice("payment_behavior", ["default_incomplete"]) === undefined)
		throw parameterMissing("payment_behavior");
	if (params.has("trial_period_days") || params.has("trial_end")) {
		throw invalidRequest("The sandbox has no trials.", { param: "trial_period_days" });
	}
	const subscription = blankSubscription(call, customer.id);
	subscription.items.data = items.map((item) => subscriptionItem(call, subscription.id, item));
	subscription.currency = subscription.items.data[0]?.price.currency ?? "usd";
	subscription.metadata = params.metadata();
	applyChanges(call, params, subscription);
	call.store.insert("subscription", subscription);
	const invoice = invoicePeriod(call, subscription, "subscription_create");
	subscription.latest_invoice = invoice.id;
	call.store.save("subscription", subscription);
	emit(call, "customer.subscription.created", subscription);
	return fetchOrThrow(call, "subscription", subscription.id);
}

export function retrieveSubscription(call: Call, _params: Params, id: string): Stripe.Subscription {
	return fetchOrThrow(call, "subscription", id);
}

export function updateSubscription(call: Call, params: Params, id: string): Stripe.Subscription {
	const subscription = fetchOrThrow(call, "subscription", id);
	if (subscription.ended_at !== null) {
		throw invalidRequest(
			"A canceled subscription can only update its cancellation_details and metadata.",
		);
	}
	if (params.has("items")) {
		throw invalidRequest("The sandbox cannot change the items of a subscription.", {
			param: "items",
		});
	}
	const before = structuredClone(subscription);
	subscription.metadata = params.metadata(subscription.metadata);
	applyChanges(call, params, subscription);
	call.store.save("subscription", subscription);
	const previous = differences(before, subscription);
	if (Object.keys(previous).length > 0)
		emit(call, "customer.subscription.updated", subscription, previous);
	return subscription;
}

export function listSubscriptions(call: Call, params: Params) {
	const status = params.text("status");
	const page = listObjects(call, params, "subscription", "/v1/subscriptions", {
		customer: params.text("customer"),
		status: status === "all" || status === "ended" ? undefined : status,
	});
	// Without a status, ended ones are left out.
	const wanted = (subscription: Stripe.Subscription) =>
		status === "all" || (status === "ended" ? subscription.ended_at !== null : true);
	const data = page.data
		.filter(wanted)
		.filter((subscription) => status !== undefined || subscription.status !== "canceled");
	return { ...page, data };
}

export function cancelSubscription(call: Call, _params: Params, id: string): Stripe.Subscription {
	const subscription = fetchOrThrow(call, "subscription", id);
	if (subscription.ended_at !== null) throw missing("subscription", id);
	return endSubscription(call, subscription, "cancellation_requested");
}

function applyChanges(call: Call, params: Params, subscription: Stripe.Subscription): void {
	const method = params.clearable("default_payment_method");
	if (method) fetchOrThrow(call, "payment_method", method, "default_payment_method");
	if (method !== undefined) subscription.default_payment_method = method;
	const settings = params.hash("payment_settings");
	const save = settings?.choice("save_default_payment_method", ["on_subscription", "off"]);
	if (save && subscription.payment_settings) {
		subscription.payment_settings.save_default_payment_method = save;
	}
	const atEnd = params.boolean("cancel_at_period_end");
	if (atEnd !== undefined) cancelAtEnd(call, subscription, atEnd);
}

function cancelAtEnd(call: Call, subscription: Stripe.Subscription, atEnd: boolean): void {
	subscription.cancel_at_period_end = atEnd;
	subscription.cancel_at = atEnd ? (subscription.items.data[0]?.current_period_end ?? null) : null;
	subscription.canceled_at = atEnd ? call.now : null;
	subscription.cancellation_details = {
		comment: null,
		feedback: null,
		feedback_option: null,
		reason: atEnd ? "cancellation_requested" : null,
	};
}

function differences(
	before: Stripe.Subscription,
	after: Stripe.Subscription,
): Record<string, unknown> {
	const names = Object.keys(after) as (keyof Stripe.Subscription)[];
	const changed = names.filter(
		(name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
	);
	return Object.fromEntries(changed.map((name) => [name, before[name]]));
}
