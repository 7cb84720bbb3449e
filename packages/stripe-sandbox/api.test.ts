import assert from "node:assert/strict";
import { test } from "node:test";
import type { Stripe } from "stripe";
import { startSandbox } from "./server.ts";
import { errorOf, sdkFor, testSandbox, trigger } from "./testing.ts";

const { running, stripe } = await testSandbox();

const usd = (amount: number): Stripe.PaymentIntentCreateParams => ({
	amount,
	currency: "usd",
	automatic_payment_methods: { enabled: true },
});

test("faults: refused before, lost after, and repaired by a retry with the same key", async () => {
	await trigger(running, "faults", { path: "/v1/payment_intents", method: "POST", status: 503 });
	const before = await errorOf(stripe.paymentIntents.create(usd(700)));
	assert.equal(before.statusCode, 503);
	for (const effect of ["after-reset", "reset"]) {
		await trigger(running, "faults", { path: "/v1/payment_intents", method: "POST", effect });
		const count = running.sandbox.store.all("payment_intent").length;
		const intent = await sdkFor(running, { retries: 1 }).paymentIntents.create(usd(701));
		assert.equal(intent.amount, 701);
		assert.equal(running.sandbox.store.all("payment_intent").length, count + 1, effect);
	}
	await trigger(running, "faults", {
		path: "/v1/payment_intents/*",
		method: "GET",
		effect: "timeout",
	});
	const slow = sdkFor(running, { timeout: 200 });
	const timeout = await errorOf(slow.paymentIntents.retrieve("pi_any"));
	assert.equal(timeout.type, "StripeConnectionError");
});

test("an API version other than the SDK's is refused", async () => {
	const response = await fetch(`${running.url}/v1/balance`, {
		headers: { authorization: "Bearer sk_test_sandbox", "stripe-version": "2020-08-27" },
	});
	assert.equal(response.status, 400);
});

test("the same idempotency key replays, and refuses other parameters", async () => {
	const options = { idempotencyKey: "order-1" };
	const first = await stripe.paymentIntents.create(usd(700), options);
	const second = await stripe.paymentIntents.create(usd(700), options);
	assert.equal(second.id, first.id);
	assert.equal(second.lastResponse.headers["idempotent-replayed"], "true");
	const error = await errorOf(stripe.paymentIntents.create(usd(800), options));
	assert.equal(error.type, "StripeIdempotencyError");
});

test("an idempotency key has 255 characters at most", async () => {
	const keyed = (length: number) =>
		stripe.paymentIntents.create(usd(700), { idempotencyKey: "k".repeat(length) });
	assert.equal((await keyed(255)).amount, 700);
	assert.equal((await errorOf(keyed(256))).type, "StripeInvalidRequestError");
});

const DAY = 86_400_000;
const POSTS = { path: "/v1/payment_intents", method: "POST" };

for (const { fault, made } of [
	{ fault: { status: 500 }, made: 0 },
	{ fault: { status: 400 }, made: 0 },
	{ fault: { effect: "after" }, made: 1 },
])
	test(`the error of ${JSON.stringify(fault)} is replayed for a day`, async () => {
		let at = Date.now();
		const day = await startSandbox({ port: 0, db: ":memory:", now: () => at });
		try {
			const options = { idempotencyKey: "order-1" };
			const create = () => sdkFor(day).paymentIntents.create(usd(700), options);
			await trigger(day, "faults", { ...POSTS, ...fault });
			const first = await errorOf(create());
			assert.equal(first.headers?.["idempotent-replayed"], undefined);
			at += DAY - 1000;
			const second = await errorOf(create());
			assert.equal(second.statusCode, first.statusCode);
			assert.equal(second.headers?.["idempotent-replayed"], "true");
			assert.equal(day.sandbox.store.all("payment_intent").length, made);
			at += 1000;
			assert.equal((await create()).amount, 700);
		} finally {
			await day.close();
		}
	});

test("a request refused before it took effect may be sent again with its key", async () => {
	const options = { idempotencyKey: "order-2" };
	const create = (amount: number) => stripe.paymentIntents.create(usd(amount), options);
	for (const status of [401, 409, 429, 503]) {
		await trigger(running, "faults", { ...POSTS, status });
		assert.equal((await errorOf(create(700))).statusCode, status);
	}
	const wrong = { ...usd(700), nonsense: "1" } as Stripe.PaymentIntentCreateParams;
	assert.equal(
		(await errorOf(stripe.paymentIntents.create(wrong, options))).code,
		"parameter_unknown",
	);
	assert.equal((await create(700)).amount, 700);
});

test("a declined response is replayed too, with one charge behind it", async () => {
	const intent = await stripe.paymentIntents.create(usd(700));
	const options = { idempotencyKey: "confirm-1" };
	const pay = () =>
		stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_chargeDeclined" }, options);
	await errorOf(pay());
	await errorOf(pay());
	const { data } = await stripe.events.list({ type: "charge.failed" });
	const charges = data.map((event) => (event.data.object as Stripe.Charge).payment_intent);
	assert.deepEqual(
		charges.filter((id) => id === intent.id),
		[intent.id],
	);
});

test("a key of a call that still waits is in use", async () => {
	await trigger(running, "faults", { path: "/v1/customers", effect: "timeout" });
	const slow = sdkFor(running, { timeout: 1_000 });
	const options = { idempotencyKey: "the same key" };
	const first = errorOf(slow.customers.create({ name: "A" }, options));
	while (!running.sandbox.faults.waiting.has("the same key"))
		await new Promise((resolve) => setImmediate(resolve));
	const second = await errorOf(stripe.customers.create({ name: "A" }, options));
	assert.deepEqual([second.statusCode, second.code], [409, "idempotency_key_in_use"]);
	await first;
	while (running.sandbox.faults.waiting.size > 0)
		await new Promise((resolve) => setImmediate(resolve));
	assert.equal((await stripe.customers.create({ name: "A" }, options)).name, "A");
});
