import type { Stripe } from "stripe";
import { US_ACCOUNTS } from "./bank-accounts.ts";
import { type Call, fetchOrThrow } from "./call.ts";
import { cardByToken, type TestCard } from "./cards.ts";
import { ApiError, invalidRequest, missing } from "./errors.ts";
import { emit } from "./events.ts";
import { listObjects } from "./listing.ts";
import { billingDetails, fromMethodData, fromTestCard, type MethodNote } from "./method-data.ts";
import type { Params } from "./params.ts";

export function createPaymentMethod(call: Call, params: Params): Stripe.PaymentMethod {
	const method = fromMethodData(call, params);
	method.metadata = params.metadata();
	call.store.save("payment_method", method);
	return method;
}

export function retrievePaymentMethod(
	call: Call,
	_params: Params,
	id: string,
): Stripe.PaymentMethod {
	return fetchOrThrow(call, "payment_method", id);
}

export function updatePaymentMethod(call: Call, params: Params, id: string): Stripe.PaymentMethod {
	const method = fetchOrThrow(call, "payment_method", id);
	method.metadata = params.metadata(method.metadata ?? {});
	const billing = params.hash("billing_details");
	if (billing) method.billing_details = billingDetails(billing, method.billing_details);
	params.ignore("allow_redisplay");
	emit(call, "payment_method.updated", method);
	return call.store.save("payment_method", method);
}

export function listPaymentMethods(call: Call, params: Params) {
	const customer = params.text("customer");
	const type = params.text("type");
	return listObjects(call, params, "payment_method", "/v1/payment_methods", { customer, type });
}

export function listCustomerPaymentMethods(call: Call, params: Params, customer: string) {
	fetchOrThrow(call, "customer", customer);
	const type = params.text("type");
	params.ignore("allow_redisplay");
	return listObjects(call, params, "payment_method", `/v1/customers/${customer}/payment_methods`, {
		customer,
		type,
	});
}

export function attachPaymentMethod(call: Call, params: Params, id: string): Stripe.PaymentMethod {
	const customer = params.requiredText("customer");
	fetchOrThrow(call, "customer", customer, "customer");
	const method = resolvePaymentMethod(call, id);
	const { card } = cardOf(call, method.id);
	if (card.decline && !card.attaches) throw cardError(card.decline, method);
	return attachTo(call, method, customer);
}

export function detachPaymentMethod(call: Call, _params: Params, id: string): Stripe.PaymentMethod {
	const method = fetchOrThrow(call, "payment_method", id);
	if (method.customer === null) {
		throw invalidRequest(
			"The payment method you provided is not attached to a customer so detachment is impossible.",
		);
	}
	const previous = { customer: method.customer };
	method.customer = null;
	emit(call, "payment_method.detached", method, previous);
	return call.store.save("payment_method", method);
}

/** Saves a payment method on a customer for later use without them. */
export function attachTo(
	call: Call,
	method: Stripe.PaymentMethod,
	customer: string,
): Stripe.PaymentMethod {
	const note = call.store.hidden<MethodNote>(method.id);
	if (note) call.store.hide(method.id, { ...note, setUp: true });
	if (method.customer === customer) return method;
	method.customer = customer;
	emit(call, "payment_method.attached", method);
	return call.store.save("payment_method", method);
}

/** Returns the stored payment method, or a new one for a ready-made name such as `pm_card_visa`. */
export function resolvePaymentMethod(call: Call, id: string): Stripe.PaymentMethod {
	const stored = call.store.find("payment_method", id, call.account);
	if (stored) return stored;
	const card = cardByToken(id);
	if (card === undefined) throw missing("PaymentMethod", id, "payment_method");
	return fromTestCard(call, card);
}

/**
 * How the test card or US bank account behind a payment method behaves, and whether it was set up for off-session use.
 * Everything else behaves in no special way.
 */
export function cardOf(call: Call, id: string): { card: Partial<TestCard>; setUp: boolean } {
	const note = call.store.hidden<MethodNote>(id);
	const account = US_ACCOUNTS.find(({ number }) => number === note?.token);
	return { card: (note && cardByToken(note.token)) ?? account ?? {}, setUp: note?.setUp ?? false };
}

function cardError(
	decline: { code: string; decline_code?: string; message: string },
	method: Stripe.PaymentMethod,
) {
	return new ApiError(402, { type: "card_error", ...decline, payment_method: method });
}
