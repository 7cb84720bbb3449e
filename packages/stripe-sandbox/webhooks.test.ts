import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Stripe } from "stripe";
import { type RunningSandbox, startSandbox } from "./server.ts";
import { type Receiver, sdkFor, startReceiver, trigger } from "./testing.ts";

const SECRET = "whsec_test";
let running: RunningSandbox;
let stripe: Stripe;
let receiver: Receiver;

before(async () => {
	receiver = await startReceiver();
	running = await startSandbox({
		port: 0,
		db: ":memory:",
		webhookUrl: receiver.url,
		webhookSecret: SECRET,
		retryDelays: [5, 5],
	});
	stripe = sdkFor(running);
});
after(async () => {
	await running.close();
	await receiver.close();
});
beforeEach(async () => {
	receiver.status = 200;
	running.sandbox.deliverer.paused = true;
	await running.sandbox.deliverer.flush();
	receiver.received.length = 0;
});

const buy = () =>
	stripe.paymentIntents.create({
		amount: 900,
		currency: "usd",
		payment_method: "pm_card_visa",
		confirm: true,
	});
const types = () => receiver.received.map(({ event }) => event.type);

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
	const end = Date.now() + 30_000;
	while (!(await condition())) {
		if (Date.now() > end) throw new Error("it never happened");
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}

test("events arrive signed, in order, and the SDK accepts them", async () => {
	const paid = await buy();
	assert.deepEqual(types(), [], "nothing while paused");
	await running.sandbox.deliverer.flush();
	assert.deepEqual(types(), [
		"payment_intent.created",
		"charge.succeeded",
		"payment_intent.succeeded",
		"charge.updated",
	]);
	for (const { payload, signature } of receiver.received) {
		const event = stripe.webhooks.constructEvent(payload, signature, SECRET);
		assert.equal(event.api_version, "2026-10-28.endive");
	}
	const [first] = receiver.received;
	assert.ok(first);
	assert.throws(() => stripe.webhooks.constructEvent(`${first.payload} `, first.signature, SECRET));
	assert.throws(() =>
		stripe.webhooks.constructEvent(first.payload, first.signature, "whsec_other"),
	);
	const succeeded = receiver.received[2]?.event;
	assert.equal(succeeded?.type === "payment_intent.succeeded" && succeeded.data.object.id, paid.id);
});

test("retries a failing endpoint, while the event stays pending", async () => {
	receiver.status = 500;
	running.sandbox.deliverer.paused = false;
	await stripe.paymentIntents.create({ amount: 900, currency: "usd" });
	await until(() => receiver.received.length >= 2);
	receiver.status = 200;
	const id = String(receiver.received[0]?.event.id);
	await until(async () => (await stripe.events.retrieve(id)).pending_webhooks === 0);
	assert.ok(receiver.received.every(({ event }) => event.id === id));
});

test("gives up after the last attempt", async () => {
	receiver.status = 500;
	running.sandbox.deliverer.paused = false;
	await stripe.paymentIntents.create({ amount: 900, currency: "usd" });
	await until(() => running.sandbox.deliverer.counts().failed === 1);
	assert.equal(receiver.received.length, 3);
});

test("lists events by type and time, page by page", async () => {
	await buy();
	await buy();
	const both = await stripe.events.list({
		types: ["charge.succeeded", "payment_intent.succeeded"],
		limit: 4,
	});
	assert.deepEqual(
		both.data.map((event) => event.type),
		[
			"payment_intent.succeeded",
			"charge.succeeded",
			"payment_intent.succeeded",
			"charge.succeeded",
		],
	);
	const none = await stripe.events.list({ created: { lt: 1000 } });
	assert.equal(none.data.length, 0);
	const first = await stripe.events.list({ limit: 1 });
	assert.equal(first.has_more, true);
	const next = await stripe.events.list({ limit: 1, starting_after: String(first.data[0]?.id) });
	assert.notEqual(next.data[0]?.id, first.data[0]?.id);
});

test("registered endpoints get only the events they subscribed to, with their own secret", async () => {
	const second = await startReceiver();
	const endpoint = await stripe.webhookEndpoints.create({
		url: second.url,
		enabled_events: ["payment_intent.succeeded"],
	});
	await buy();
	await running.sandbox.deliverer.flush();
	assert.deepEqual(
		second.received.map(({ event }) => event.type),
		["payment_intent.succeeded"],
	);
	const [got] = second.received;
	assert.ok(got && endpoint.secret);
	stripe.webhooks.constructEvent(got.payload, got.signature, endpoint.secret);
	await stripe.webhookEndpoints.del(endpoint.id);
	await second.close();
});

test("events of connected accounts go only to endpoints made with connect, all others only to the rest", async () => {
	const receivers = [await startReceiver(), await startReceiver()];
	const [own, connected] = receivers;
	const ids: string[] = [];
	for (const connect of [false, true]) {
		const url = receivers[Number(connect)]?.url ?? "";
		const made = await stripe.webhookEndpoints.create({ url, enabled_events: ["*"], connect });
		ids.push(made.id);
	}
	const account = await stripe.accounts.create({ type: "express" });
	await trigger(running, `accounts/${account.id}/onboard`);
	await buy();
	await running.sandbox.deliverer.flush();
	assert.deepEqual(
		connected?.received.map(({ event }) => [event.type, event.account]),
		[["account.updated", account.id]],
	);
	assert.ok(own?.received.some(({ event }) => event.type === "payment_intent.succeeded"));
	assert.ok(own?.received.every(({ event }) => event.account === undefined));
	for (const id of ids) await stripe.webhookEndpoints.del(id);
	for (const receiver of receivers) await receiver.close();
});

test("an endpoint's events have its version", async () => {
	const made = await stripe.webhookEndpoints.create({
		url: receiver.url,
		enabled_events: ["payment_intent.created"],
		api_version: "2025-08-27.basil",
	});
	await stripe.paymentIntents.create({ amount: 900, currency: "usd" });
	await running.sandbox.deliverer.flush();
	assert.ok(receiver.received.some(({ event }) => event.api_version === "2025-08-27.basil"));
	await stripe.webhookEndpoints.del(made.id);
});
