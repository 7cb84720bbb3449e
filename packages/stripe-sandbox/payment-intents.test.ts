import assert from "node:assert/strict";
import { test } from "node:test";
import type { Stripe } from "stripe";
import { errorOf, sdkFor, sumOfMovements, testSandbox, trigger } from "./testing.ts";

const { running, stripe } = await testSandbox();

const usd = (amount: number): Stripe.PaymentIntentCreateParams => ({
	amount,
	currency: "usd",
	automatic_payment_methods: { enabled: true },
});

test("an intent is paid and its charge has the processing fee", async () => {
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

test("refuses the amounts and parameters that Stripe refuses", async () => {
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

test("declines have Stripe's codes and leave a failed charge", async () => {
	for (const [method, code, decline] of [
		["pm_card_chargeDeclined", "card_declined", "generic_decline"],
		["pm_card_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
		["pm_card_chargeDeclinedExpiredCard", "expired_card", "expired_card"],
		["pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", "incorrect_cvc"],
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

test("a cancelled intent cannot be charged", async () => {
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

test("held payments stay in processing until they are settled", async () => {
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

test("creates the balance transaction when a charge settles, with late balances", async () => {
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
});

const authorised = (terms: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
	stripe.paymentIntents.create({
		...usd(2000),
		payment_method_options: { card: { capture_method: "manual" } },
		payment_method: "pm_card_visa",
		confirm: true,
		...terms,
	});

const typesOf = async (intentId: string) =>
	(await stripe.events.list({ limit: 100 })).data
		.filter((event) => JSON.stringify(event.data.object).includes(intentId))
		.map(({ type }) => type)
		.reverse();

test("an authorised payment moves no money until it is captured", async () => {
	const before = await sumOfMovements(stripe);
	const held = await authorised();
	assert.deepEqual(
		[held.status, held.amount_capturable, held.amount_received],
		["requires_capture", 2000, 0],
	);
	const charge = await stripe.charges.retrieve(String(held.latest_charge));
	assert.deepEqual([charge.captured, charge.amount_captured], [false, 0]);
	assert.equal(
		(await errorOf(stripe.refunds.create({ payment_intent: held.id }))).code,
		"payment_intent_unexpected_state",
	);
	await assert.rejects(trigger(running, `charges/${charge.id}/dispute`));
	await trigger(running, "balances/settle");
	assert.equal(await sumOfMovements(stripe), before);
	const taken = await stripe.paymentIntents.capture(held.id);
	assert.deepEqual(
		[taken.status, taken.amount_capturable, taken.amount_received],
		["succeeded", 0, 2000],
	);
	assert.equal((await sumOfMovements(stripe)) - before, 2000 - 88);
	assert.deepEqual(await typesOf(held.id), [
		"payment_intent.created",
		"charge.succeeded",
		"payment_intent.amount_capturable_updated",
		"charge.captured",
		"payment_intent.succeeded",
		"charge.updated",
	]);
	assert.equal(
		(await errorOf(stripe.paymentIntents.capture(held.id))).code,
		"payment_intent_unexpected_state",
	);
});

test("a cancelled or expired authorisation costs nothing and can't be captured", async () => {
	const before = await sumOfMovements(stripe);
	const [cancelled, expired] = [await authorised(), await authorised()];
	await stripe.paymentIntents.cancel(cancelled.id);
	await trigger(running, `payment_intents/${expired.id}/expire`);
	for (const { id } of [cancelled, expired]) {
		const intent = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
		const { captured, refunded } = intent.latest_charge as Stripe.Charge;
		assert.deepEqual([intent.status, captured, refunded], ["canceled", false, true]);
		assert.equal(
			(await errorOf(stripe.paymentIntents.capture(id))).code,
			"payment_intent_unexpected_state",
		);
	}
	assert.equal((await stripe.paymentIntents.retrieve(expired.id)).cancellation_reason, "automatic");
	assert.equal(await sumOfMovements(stripe), before);
});

test("manual capture of the intent hides ways of paying that can't be authorised", async () => {
	const euros = { ...usd(2000), currency: "eur" };
	const whole = await stripe.paymentIntents.create({ ...euros, capture_method: "manual" });
	const options = {
		card: { capture_method: "manual" },
		klarna: { capture_method: "manual" },
	} as const;
	const some = await stripe.paymentIntents.create({ ...euros, payment_method_options: options });
	assert.deepEqual(whole.payment_method_types, ["card", "klarna"]);
	assert.ok(some.payment_method_types.includes("ideal"));
	const ideal = { ideal: { capture_method: "manual" } } as object;
	const refused = await errorOf(
		stripe.paymentIntents.create({ ...euros, payment_method_options: ideal }),
	);
	assert.equal(refused.param, "payment_method_options[ideal][capture_method]");
});

test("a bank can authenticate by itself, without a page", async () => {
	const paid = await stripe.paymentIntents.create({
		amount: 900,
		currency: "usd",
		payment_method: "pm_card_threeDSecureOptional",
		confirm: true,
		expand: ["latest_charge"],
	});
	assert.equal(paid.status, "succeeded");
	const { payment_method_details: details } = paid.latest_charge as Stripe.Charge;
	const { authentication_flow: flow, result } = details?.card?.three_d_secure ?? {};
	assert.deepEqual([flow, result], ["frictionless", "authenticated"]);
});
