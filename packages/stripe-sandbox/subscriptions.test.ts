import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Stripe } from "stripe";
import { errorOf, testSandbox, trigger } from "./testing.ts";

const { running, stripe } = await testSandbox();

before(async () => {
	await stripe.prices.create({
		currency: "usd",
		unit_amount: 1999,
		recurring: { interval: "month" },
		lookup_key: "pro_monthly",
		product_data: { name: "Pro" },
	});
});

async function begin(): Promise<Stripe.Subscription> {
	const customer = await stripe.customers.create({
		email: "pro@example.com",
		metadata: { user: "u1" },
	});
	const [price] = (await stripe.prices.list({ lookup_keys: ["pro_monthly"], active: true })).data;
	return stripe.subscriptions.create({
		customer: customer.id,
		items: [{ price: String(price?.id) }],
		payment_behavior: "default_incomplete",
		payment_settings: { save_default_payment_method: "on_subscription" },
		expand: ["latest_invoice.confirmation_secret"],
	});
}

async function payInBrowser(subscription: Stripe.Subscription, method = "pm_card_visa") {
	const secret = String(
		(subscription.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret,
	);
	const intent = secret.split("_secret_")[0];
	const response = await fetch(`${running.url}/v1/payment_intents/${intent}/confirm`, {
		method: "POST",
		body: new URLSearchParams({
			key: "pk_test_sandbox",
			client_secret: secret,
			payment_method: method,
		}),
	});
	return response.json();
}

async function active(): Promise<Stripe.Subscription> {
	const subscription = await begin();
	await payInBrowser(subscription);
	return stripe.subscriptions.retrieve(subscription.id);
}

async function renewedWith(id: string, token: string): Promise<Stripe.Subscription> {
	const { customer } = await stripe.subscriptions.retrieve(id);
	const method = await stripe.paymentMethods.attach(token, { customer: String(customer) });
	await stripe.subscriptions.update(id, { default_payment_method: method.id });
	await trigger(running, `subscriptions/${id}/renew`, { outcome: "card" });
	return stripe.subscriptions.retrieve(id, { expand: ["latest_invoice.confirmation_secret"] });
}

const statusOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status;

async function eventsAbout(customer: string): Promise<string[]> {
	const events = await stripe.events.list({ limit: 100 });
	return events.data
		.filter((event) => "customer" in event.data.object && event.data.object.customer === customer)
		.map((event) => event.type)
		.reverse();
}

test("a price is found by its lookup key, which only one price can have", async () => {
	const [price] = (
		await stripe.prices.list({ lookup_keys: ["pro_monthly"], expand: ["data.product"] })
	).data;
	assert.ok(price);
	assert.equal(price.unit_amount, 1999);
	assert.equal(String(price.unit_amount_decimal), "1999");
	assert.equal((price.product as Stripe.Product).name, "Pro");
	const other = { currency: "usd", unit_amount: 999, product_data: { name: "Pro" } };
	const error = await errorOf(stripe.prices.create({ ...other, lookup_key: "pro_monthly" }));
	assert.equal(error.code, "resource_already_exists");
	await stripe.prices.update(price.id, { active: false });
	const active = await stripe.prices.list({ lookup_keys: ["pro_monthly"], active: true });
	assert.deepEqual(active.data, []);
	await stripe.prices.update(price.id, { active: true });
});

test("incomplete until the first invoice is paid in the browser, then active", async () => {
	const subscription = await begin();
	assert.equal(subscription.status, "incomplete");
	const invoice = subscription.latest_invoice as Stripe.Invoice;
	assert.deepEqual(
		[invoice.status, invoice.amount_due, invoice.billing_reason],
		["open", 1999, "subscription_create"],
	);
	const declined = await payInBrowser(subscription, "pm_card_chargeDeclined");
	assert.equal(declined.error.code, "card_declined");
	assert.equal(await statusOf(subscription.id), "incomplete");
	await payInBrowser(subscription);
	const paid = await stripe.subscriptions.retrieve(subscription.id, {
		expand: ["latest_invoice", "default_payment_method"],
	});
	assert.equal(paid.status, "active");
	assert.equal((paid.default_payment_method as Stripe.PaymentMethod).card?.last4, "4242");
	const [item] = paid.items.data;
	assert.ok(item && item.current_period_end - item.current_period_start >= 28 * 86_400);
	const after = paid.latest_invoice as Stripe.Invoice;
	assert.equal(after.status, "paid");
	assert.equal(after.parent?.subscription_details?.subscription, subscription.id);
	const types = await eventsAbout(String(subscription.customer));
	for (const type of [
		"customer.subscription.created",
		"invoice.payment_failed",
		"invoice.paid",
		"customer.subscription.updated",
	]) {
		assert.ok(types.includes(type), type);
	}
});

test("properties that this API version has removed cannot be expanded", async () => {
	const subscription = await begin();
	const error = await errorOf(
		stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice.payment_intent"] }),
	);
	assert.match(error.message, /cannot be expanded/);
});

test("a cancellation at the period's end can be revoked, or ends the subscription", async () => {
	const { id } = await active();
	const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
	assert.equal(ending.status, "active");
	assert.equal(ending.cancel_at, ending.items.data[0]?.current_period_end);
	const resumed = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
	assert.deepEqual([resumed.cancel_at, resumed.canceled_at], [null, null]);
	await trigger(running, `subscriptions/${id}/renew`, { outcome: "succeeds" });
	assert.equal(await statusOf(id), "active");
	await stripe.subscriptions.update(id, { cancel_at_period_end: true });
	await trigger(running, `subscriptions/${id}/renew`);
	const ended = await stripe.subscriptions.retrieve(id);
	assert.equal(ended.status, "canceled");
	assert.ok(ended.ended_at);
	const [event] = (await stripe.events.list({ type: "customer.subscription.deleted" })).data;
	assert.equal(event?.type === "customer.subscription.deleted" && event.data.object.id, id);
});

test("a renewal is a new invoice and a new charge", async () => {
	const subscription = await active();
	const before = subscription.latest_invoice;
	await trigger(running, `subscriptions/${subscription.id}/renew`);
	const after = await stripe.subscriptions.retrieve(subscription.id, {
		expand: ["latest_invoice"],
	});
	const invoice = after.latest_invoice as Stripe.Invoice;
	assert.deepEqual([invoice.billing_reason, invoice.status], ["subscription_cycle", "paid"]);
	assert.notEqual(invoice.id, before);
	assert.equal(
		(await stripe.charges.list({ customer: String(subscription.customer) })).data.length,
		2,
	);
});

test("a subscription with a failed renewal is past due, and ends", async () => {
	const { id, customer } = await active();
	await trigger(running, `subscriptions/${id}/renew`, { outcome: "fails" });
	const due = await stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] });
	const invoice = due.latest_invoice as Stripe.Invoice;
	assert.deepEqual([due.status, invoice.status], ["past_due", "open"]);
	assert.ok(invoice.next_payment_attempt);
	const types = await eventsAbout(String(customer));
	assert.ok(types.includes("invoice.payment_failed"));
	await trigger(running, `subscriptions/${id}/expire`);
	const ended = await stripe.subscriptions.retrieve(id);
	assert.deepEqual(
		[ended.status, ended.cancellation_details?.reason],
		["canceled", "payment_failed"],
	);
});

test("an open renewal can be paid by the customer with another card", async () => {
	const { id } = await active();
	await trigger(running, `subscriptions/${id}/renew`, { outcome: "fails" });
	const due = await stripe.subscriptions.retrieve(id, {
		expand: ["latest_invoice.confirmation_secret"],
	});
	const before = due.latest_invoice as Stripe.Invoice;
	assert.deepEqual([due.status, before.status], ["past_due", "open"]);
	const intent = String(before.confirmation_secret?.client_secret).split("_secret_")[0];
	assert.equal(
		(await stripe.paymentIntents.retrieve(String(intent))).status,
		"requires_payment_method",
	);
	await payInBrowser(due, "pm_card_mastercard");
	const paid = await stripe.subscriptions.retrieve(id, {
		expand: ["latest_invoice", "default_payment_method"],
	});
	const after = paid.latest_invoice as Stripe.Invoice;
	assert.deepEqual([paid.status, after.id, after.status], ["active", before.id, "paid"]);
	assert.equal((paid.default_payment_method as Stripe.PaymentMethod).card?.brand, "mastercard");
	await trigger(running, `subscriptions/${id}/renew`, { outcome: "card" });
	assert.equal(await statusOf(id), "active");
	const renewed = (await stripe.charges.list({ customer: String(paid.customer) })).data[0];
	assert.equal(renewed?.payment_method_details?.card?.brand, "mastercard");
});

test("an off-session renewal that requires authentication waits for the customer", async () => {
	const { id } = await active();
	const due = await renewedWith(id, "pm_card_authenticationRequired");
	const invoice = due.latest_invoice as Stripe.Invoice;
	assert.deepEqual([due.status, invoice.status], ["past_due", "open"]);
	const response = await payInBrowser(due, "pm_card_threeDSecure2Required");
	assert.equal(response.status, "requires_action");
	await trigger(running, `payment_intents/${response.id}/authenticate`, { outcome: "complete" });
	assert.equal(await statusOf(id), "active");
});

test("a first payment that requires authentication is incomplete until it is given", async () => {
	const subscription = await begin();
	const response = await payInBrowser(subscription, "pm_card_threeDSecure2Required");
	assert.equal(response.status, "requires_action");
	const waiting = await stripe.subscriptions.retrieve(subscription.id, {
		expand: ["latest_invoice.confirmation_secret"],
	});
	const invoice = waiting.latest_invoice as Stripe.Invoice;
	assert.deepEqual([waiting.status, invoice.status], ["incomplete", "open"]);
	assert.match(
		String(invoice.confirmation_secret?.client_secret),
		new RegExp(`^${response.id}_secret_`),
	);
	await trigger(running, `payment_intents/${response.id}/authenticate`, { outcome: "complete" });
	assert.equal(await statusOf(subscription.id), "active");
});

test("cancelling leaves the invoice of an unpaid renewal open until it is voided", async () => {
	const { id } = await active();
	await trigger(running, `subscriptions/${id}/renew`, { outcome: "fails" });
	const ended = await stripe.subscriptions.cancel(id, { expand: ["latest_invoice"] });
	const invoice = ended.latest_invoice as Stripe.Invoice;
	assert.equal(invoice.status, "open");
	assert.equal((await stripe.invoices.voidInvoice(invoice.id)).status, "void");
});

test("a subscription ends when it is cancelled, and when the first payment never came", async () => {
	const { id } = await active();
	assert.equal((await stripe.subscriptions.cancel(id)).status, "canceled");
	assert.equal((await errorOf(stripe.subscriptions.cancel(id))).code, "resource_missing");
	const never = await begin();
	await trigger(running, `subscriptions/${never.id}/expire`);
	assert.equal(await statusOf(never.id), "incomplete_expired");
	const late = await payInBrowser(never);
	assert.equal(late.error.code, "payment_intent_unexpected_state");
});

test("finds customers by e-mail, and keeps a note of deleted ones", async () => {
	const customer = await stripe.customers.create({ email: "find@example.com" });
	assert.equal(
		(await stripe.customers.list({ email: "find@example.com" })).data[0]?.id,
		customer.id,
	);
	await stripe.customers.del(customer.id);
	assert.equal((await stripe.customers.retrieve(customer.id)).deleted, true);
});
