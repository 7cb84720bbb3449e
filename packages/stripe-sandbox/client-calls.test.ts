import assert from "node:assert/strict";
import { test } from "node:test";
import type { Stripe } from "stripe";
import { testSandbox, trigger } from "./testing.ts";

const { running, stripe } = await testSandbox();

const usd = (amount: number): Stripe.PaymentIntentCreateParams => ({
	amount,
	currency: "usd",
	automatic_payment_methods: { enabled: true },
});

async function browserCall(path: string, fields: Record<string, string>, method = "POST") {
	const form = new URLSearchParams({ key: "pk_test_sandbox", ...fields });
	const response = await fetch(
		`${running.url}${path}${method === "GET" ? `?${form}` : ""}`,
		method === "GET" ? {} : { method, body: form },
	);
	return { status: response.status, headers: response.headers, body: await response.json() };
}

test("a browser with the client secret can read and pay one intent, and nothing else", async () => {
	const intent = await stripe.paymentIntents.create({
		...usd(700),
		metadata: { secret: "inside" },
	});
	const other = await stripe.paymentIntents.create(usd(50_000));
	const secret = String(intent.client_secret);
	const seen = await browserCall(
		`/v1/payment_intents/${intent.id}`,
		{ client_secret: secret },
		"GET",
	);
	assert.equal(seen.status, 200);
	assert.equal(seen.body.amount, 700);
	assert.equal(seen.body.metadata, undefined);
	assert.equal(seen.body.latest_charge, undefined);
	assert.equal(seen.headers.get("access-control-allow-origin"), "*");
	const stolen = await browserCall(
		`/v1/payment_intents/${other.id}`,
		{ client_secret: secret },
		"GET",
	);
	assert.equal(stolen.status, 400);
	assert.equal((await browserCall(`/v1/payment_intents/${intent.id}`, {}, "GET")).status, 400);
	for (const [path, method] of [
		["/v1/refunds", "POST"],
		["/v1/payment_intents", "POST"],
		["/v1/balance", "GET"],
		["/v1/events", "GET"],
	] as const) {
		const refused = await browserCall(path, { amount: "700", currency: "usd" }, method);
		assert.deepEqual([refused.status, refused.body.error.code], [403, "secret_key_required"]);
	}
	const paid = await browserCall(`/v1/payment_intents/${intent.id}/confirm`, {
		client_secret: secret,
		payment_method: "pm_card_visa",
	});
	assert.equal(paid.body.status, "succeeded");
	assert.equal(paid.body.metadata, undefined);
});

test("card data typed in a browser is checked as Stripe checks it", async () => {
	const card = { exp_month: "12", exp_year: "2040", cvc: "123", number: "4242424242424242" };
	for (const [change, code] of [
		[{ number: "4242424242424241" }, "incorrect_number"],
		[{ exp_year: "2020" }, "invalid_expiry_year"],
		[{ exp_month: "13" }, "invalid_expiry_month"],
		[{ cvc: "12" }, "invalid_cvc"],
		[{ number: "4111111111111111" }, "card_declined"],
	] as const) {
		const intent = await stripe.paymentIntents.create(usd(700));
		const fields = Object.entries({ ...card, ...change }).map(
			([name, value]) => [`payment_method_data[card][${name}]`, value] as const,
		);
		const response = await browserCall(`/v1/payment_intents/${intent.id}/confirm`, {
			client_secret: String(intent.client_secret),
			"payment_method_data[type]": "card",
			...Object.fromEntries(fields),
		});
		assert.deepEqual([response.status, response.body.error.code], [402, code]);
	}
});

test("authentication: on the server without and with a return address", async () => {
	const intent = await stripe.paymentIntents.create(usd(700));
	const asked = await stripe.paymentIntents.confirm(intent.id, {
		payment_method: "pm_card_authenticationRequired",
		return_url: "https://shop.test/back?x=1",
	});
	assert.equal(asked.status, "requires_action");
	assert.equal(asked.next_action?.type, "redirect_to_url");
	const form = new URLSearchParams({
		action: "complete",
		client_secret: String(asked.client_secret),
		return_url: "https://shop.test/back?x=1",
	});
	const back = await fetch(`${running.url}/3ds/${intent.id}`, {
		method: "POST",
		body: form,
		redirect: "manual",
	});
	const location = new URL(String(back.headers.get("location")));
	assert.equal(location.searchParams.get("x"), "1");
	assert.equal(location.searchParams.get("redirect_status"), "succeeded");
	assert.equal((await stripe.paymentIntents.retrieve(intent.id)).status, "succeeded");

	const second = await stripe.paymentIntents.create({
		...usd(700),
		payment_method: "pm_card_authenticationRequired",
		confirm: true,
	});
	await trigger(running, `payment_intents/${second.id}/authenticate`, { outcome: "fail" });
	const failed = await stripe.paymentIntents.retrieve(second.id);
	assert.equal(failed.status, "requires_payment_method");
	assert.equal(failed.last_payment_error?.code, "payment_intent_authentication_failure");
});
