import type { Stripe } from "stripe";
import { type Call, fetchOrThrow } from "./call.ts";
import { invalidRequest } from "./errors.ts";
import { emit } from "./events.ts";
import { newId } from "./ids.ts";
import { listObjects } from "./listing.ts";
import type { Params } from "./params.ts";
import { endSubscription } from "./subscription-states.ts";

export function createCustomer(call: Call, params: Params): Stripe.Customer {
	const customer = {
		id: newId("cus"),
		object: "customer",
		created: call.now,
		email: emailOf(params) ?? null,
		livemode: false,
		metadata: params.metadata(),
		name: params.text("name") ?? null,
	} as Stripe.Customer;
	call.store.insert("customer", customer);
	emit(call, "customer.created", customer);
	return customer;
}

export function retrieveCustomer(call: Call, _params: Params, id: string): unknown {
	// A deleted customer can still be retrieved.
	if (call.store.hidden<{ deleted?: boolean }>(id)?.deleted) return deletion(id);
	return fetchOrThrow(call, "customer", id);
}

export function updateCustomer(call: Call, params: Params, id: string): Stripe.Customer {
	const customer = fetchOrThrow(call, "customer", id);
	const before = structuredClone(customer);
	const email = emailOf(params);
	if (email !== undefined) customer.email = email;
	const name = params.clearable("name");
	if (name !== undefined) customer.name = name;
	customer.metadata = params.metadata(customer.metadata);
	emit(call, "customer.updated", customer, { email: before.email, name: before.name });
	return call.store.save("customer", customer);
}

export function listCustomers(call: Call, params: Params) {
	return listObjects(call, params, "customer", "/v1/customers", { email: params.text("email") });
}

/** Also ends the customer's subscriptions. */
export function deleteCustomer(call: Call, _params: Params, id: string) {
	const customer = fetchOrThrow(call, "customer", id);
	for (const subscription of call.store.all("subscription", { equals: { customer: id } })) {
		if (subscription.ended_at === null)
			endSubscription(call, subscription, "cancellation_requested");
	}
	call.store.hide(id, { deleted: true });
	emit(call, "customer.deleted", customer);
	return deletion(id);
}

function deletion(id: string) {
	return { id, object: "customer", deleted: true };
}

function emailOf(params: Params): string | null | undefined {
	const email = params.clearable("email");
	if (email && !/^[^@\s]+@[^@\s]+$/.test(email)) {
		throw invalidRequest(`Invalid email address: ${email}`, {
			code: "email_invalid",
			param: "email",
		});
	}
	return email;
}
