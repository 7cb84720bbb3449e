import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Stripe } from "stripe";
import { type RunningSandbox, startSandbox } from "./server.ts";
import { errorOf, sdkFor, trigger } from "./testing.ts";

let running: RunningSandbox;
let stripe: Stripe;

before(async () => {
	running = await startSandbox({ port: 0, db: ":memory:" });
	stripe = sdkFor(running);
});
after(() => running.close());

const usd = (amount: number): Stripe.PaymentIntentCreateParams => ({
	amount,
	currency: "usd",
	automatic_payment_methods: { enabled: true },
});

async function browserCall(path: string, fields: Record<string, string>, method = "POST") {
	const form = new URLSearchParams({ key: "pk_test_sandbox", ...fields });
	const answer = await fetch(
		`${running.url}${path}${method === "GET" ? `?${form}` : ""}`,
		method === "GET" ? {} : { method, body: form },
	);
	return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

test("an intent is paid and its charge carries the processing fee", async () => {
	const intent = await stripe.paymentIntents.create({
		...usd(1999),
		metadata: { share: "s1" },
		receipt_email: "a@example.com",
		description: "Wedding",
	});
	assert.equal(intent.status, "requires_payment_method");
	assert.match(String(intent.client_secret), new RegExp(`^${intent.id}_secret_`));
	const paid = await stripe.paymentIntents.confirm(intent.id, {
		payment_method: "pm_card_visa",
		expand: ["latest_charge.balance_transaction", "payment_method"],
	});
	assert.equal(paid.status, "succeeded");
	assert.equal(paid.amount_received, 1999);
	const charge = paid.latest_charge as Stripe.Charge;
	assert.equal(charge.metadata.share, "s1");
	assert.equal(charge.receipt_email, "a@example.com");
	const transaction = charge.balance_transaction as Stripe.BalanceTransaction;
	assert.deepEqual([transaction.amount, transaction.fee, transaction.net], [1999, 88, 1911]);
	assert.equal((paid.payment_method as Stripe.PaymentMethod).card?.last4, "4242");
});

test("half a cent of the fee rounds up", async () => {
	for (const [amount, fee] of [
		[500, 45],
		[50, 31],
		[1000, 59],
		[100_000, 2930],
	] as const) {
		const paid = await stripe.paymentIntents.create({
			...usd(amount),
			payment_method: "pm_card_visa",
			confirm: true,
			expand: ["latest_charge.balance_transaction"],
		});
		const charge = paid.latest_charge as Stripe.Charge;
		assert.equal(
			(charge.balance_transaction as Stripe.BalanceTransaction).fee,
			fee,
			`fee of ${amount}`,
		);
	}
});

test("amounts and parameters that Stripe refuses are refused", async () => {
	const small = await errorOf(stripe.paymentIntents.create(usd(49)));
	assert.equal(small.code, "amount_too_small");
	assert.equal(small.message, "Amount must be at least $0.50 usd");
	assert.equal(
		(await errorOf(stripe.paymentIntents.create(usd(99_999_999 + 1)))).code,
		"amount_too_large",
	);
	assert.equal(
		(await errorOf(stripe.paymentIntents.create(usd(9.5)))).code,
		"parameter_invalid_integer",
	);
	const old = { ...usd(500), payment_method_types: ["card"] };
	assert.equal((await errorOf(stripe.paymentIntents.create(old))).code, "parameter_unknown");
	const alone = await errorOf(
		stripe.paymentIntents.create({ ...usd(500), application_fee_amount: 10 }),
	);
	assert.equal(alone.param, "application_fee_amount");
	const missing = await errorOf(stripe.paymentIntents.retrieve("pi_none"));
	assert.deepEqual([missing.statusCode, missing.code], [404, "resource_missing"]);
	assert.match(String(missing.requestId), /^req_/);
});

test("a wrong key and a missing key are 401", async () => {
	const wrong = await errorOf(sdkFor(running, { key: "sk_test_wrong" }).balance.retrieve());
	assert.equal(wrong.type, "StripeAuthenticationError");
	assert.equal((await fetch(`${running.url}/v1/balance`)).status, 401);
});

test("declines say what Stripe says and leave a failed charge", async () => {
	for (const [method, code, decline] of [
		["pm_card_chargeDeclined", "card_declined", "generic_decline"],
		["pm_card_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
		["pm_card_chargeDeclinedExpiredCard", "expired_card", "expired_card"],
		["pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", "incorrect_cvc"],
		["pm_card_chargeDeclinedProcessingError", "processing_error", "processing_error"],
	] as const) {
		const intent = await stripe.paymentIntents.create(usd(700));
		const error = await errorOf(
			stripe.paymentIntents.confirm(intent.id, { payment_method: method }),
		);
		assert.equal(error.type, "StripeCardError");
		assert.deepEqual([error.statusCode, error.code, error.decline_code], [402, code, decline]);
		const after = await stripe.paymentIntents.retrieve(intent.id, { expand: ["latest_charge"] });
		assert.equal(after.status, "requires_payment_method");
		assert.equal(after.last_payment_error?.code, code);
		assert.equal((after.latest_charge as Stripe.Charge).status, "failed");
		assert.equal((after.latest_charge as Stripe.Charge).balance_transaction, null);
		const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" });
		assert.equal(paid.status, "succeeded");
	}
});

test("a paid intent can be neither confirmed, changed nor cancelled", async () => {
	const paid = await stripe.paymentIntents.create({
		...usd(700),
		payment_method: "pm_card_visa",
		confirm: true,
	});
	for (const call of [
		stripe.paymentIntents.confirm(paid.id, { payment_method: "pm_card_visa" }),
		stripe.paymentIntents.update(paid.id, { amount: 900 }),
		stripe.paymentIntents.cancel(paid.id),
	]) {
		const error = await errorOf(call);
		assert.equal(error.code, "payment_intent_unexpected_state");
		assert.equal(error.payment_intent?.id, paid.id);
	}
	const updated = await stripe.paymentIntents.update(paid.id, { metadata: { note: "x" } });
	assert.equal(updated.metadata.note, "x");
});

test("a cancelled intent takes no money", async () => {
	const intent = await stripe.paymentIntents.create(usd(700));
	const cancelled = await stripe.paymentIntents.cancel(intent.id, {
		cancellation_reason: "abandoned",
	});
	assert.deepEqual([cancelled.status, cancelled.cancellation_reason], ["canceled", "abandoned"]);
	const error = await errorOf(
		stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" }),
	);
	assert.equal(error.code, "payment_intent_unexpected_state");
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

test("a declined answer is replayed too, with one charge behind it", async () => {
	const intent = await stripe.paymentIntents.create(usd(700));
	const options = { idempotencyKey: "confirm-1" };
	const pay = () =>
		stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_chargeDeclined" }, options);
	await errorOf(pay());
	await errorOf(pay());
	assert.equal((await stripe.charges.list({ payment_intent: intent.id })).data.length, 1);
});

test("a browser with the client secret sees and pays one intent, and nothing else", async () => {
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
		const answer = await browserCall(`/v1/payment_intents/${intent.id}/confirm`, {
			client_secret: String(intent.client_secret),
			"payment_method_data[type]": "card",
			...Object.fromEntries(fields),
		});
		assert.deepEqual([answer.status, answer.body.error.code], [402, code]);
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

test("held payments wait in processing until they are settled", async () => {
	const pay = () =>
		stripe.paymentIntents.create({
			...usd(700),
			payment_method: "pm_sandbox_processing",
			confirm: true,
		});
	const [good, bad] = [await pay(), await pay()];
	assert.equal(good.status, "processing");
	await trigger(running, `payment_intents/${good.id}/settle`, { outcome: "succeeded" });
	await trigger(running, `payment_intents/${bad.id}/settle`, { outcome: "failed" });
	assert.equal((await stripe.paymentIntents.retrieve(good.id)).status, "succeeded");
	assert.equal((await stripe.paymentIntents.retrieve(bad.id)).status, "requires_payment_method");
});

test("late balances: the charge has no balance transaction until it is booked", async () => {
	await trigger(running, "settings", { balances: "late" });
	const paid = await stripe.paymentIntents.create({
		...usd(700),
		payment_method: "pm_card_visa",
		confirm: true,
	});
	const id = String(paid.latest_charge);
	assert.equal((await stripe.charges.retrieve(id)).balance_transaction, null);
	await trigger(running, "balances/settle");
	assert.match(String((await stripe.charges.retrieve(id)).balance_transaction), /^txn_/);
	await trigger(running, "settings", { balances: "instant" });
});

test("lists page through everything, newest first", async () => {
	const made: string[] = [];
	for (let i = 0; i < 5; i += 1) made.push((await stripe.paymentIntents.create(usd(600 + i))).id);
	const seen: string[] = [];
	for await (const intent of stripe.paymentIntents.list({ limit: 2 })) {
		seen.push(intent.id);
		if (seen.length === 5) break;
	}
	assert.deepEqual(seen, made.reverse());
	const future = await stripe.paymentIntents.list({
		created: { gt: Math.floor(Date.now() / 1000) + 60 },
	});
	assert.equal(future.data.length, 0);
	const page = await stripe.paymentIntents.list({ limit: 3, ending_before: seen[4] ?? "" });
	assert.deepEqual(
		page.data.map((intent) => intent.id),
		seen.slice(1, 4),
	);
});

test("faults: refused before, lost after, and repaired by a retry with the same key", async () => {
	await trigger(running, "faults", { path: "/v1/payment_intents", method: "POST", status: 503 });
	const before = await errorOf(stripe.paymentIntents.create(usd(700)));
	assert.equal(before.statusCode, 503);
	for (const effect of ["after", "after-reset", "reset"]) {
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
	const answer = await fetch(`${running.url}/v1/balance`, {
		headers: { authorization: "Bearer sk_test_sandbox", "stripe-version": "2020-08-27" },
	});
	assert.equal(answer.status, 400);
});
