import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Stripe } from "stripe";
import { METHOD_TYPES, METHODS, type Method, type MethodType } from "./methods.ts";
import { type RunningSandbox, startSandbox } from "./server.ts";
import { errorOf, type Receiver, sdkFor, startReceiver, trigger } from "./testing.ts";

const DAY_MS = 86_400_000;
const RETURN_URL = "https://shop.test/share/a?x=1";
const OTHERS = METHOD_TYPES.filter((type) => type !== "card");

let clock = Date.now();
let running: RunningSandbox;
let stripe: Stripe;
let receiver: Receiver;

before(async () => {
	receiver = await startReceiver();
	running = await startSandbox({
		port: 0,
		db: ":memory:",
		webhookUrl: receiver.url,
		now: () => clock,
	});
	stripe = sdkFor(running);
});
after(async () => {
	await running.close();
	await receiver.close();
});
afterEach(async () => {
	running.sandbox.deliverer.paused = false;
	await trigger(running, "settings", { methods: METHOD_TYPES, refunds: "any" });
});

const currencyFor = (type: MethodType): string => {
	const { currencies = ["usd"] }: Method = METHODS[type];
	return currencies[0] ?? "usd";
};

const dataOf = (type: MethodType): Stripe.PaymentIntentConfirmParams.PaymentMethodData => ({
	type: type as "ideal",
	billing_details: { name: "Jenny Rosen", email: "jenny@example.com" },
	...(type === "sepa_debit" && { sepa_debit: { iban: "DE89370400440532013000" } }),
	...(type === "bacs_debit" && {
		bacs_debit: { sort_code: "108800", account_number: "00012345" },
	}),
	...(type === "us_bank_account" && {
		us_bank_account: { financial_connections_account: "fca_success" },
	}),
});

const create = (currency: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
	stripe.paymentIntents.create({ amount: 1999, currency, ...more });

async function begin(type: MethodType): Promise<Stripe.PaymentIntent> {
	const { id } = await create(currencyFor(type));
	return stripe.paymentIntents.confirm(id, {
		payment_method_data: dataOf(type),
		return_url: RETURN_URL,
	});
}

const answer = ({ id, status }: Stripe.PaymentIntent, isPaid: boolean) =>
	status === "processing"
		? trigger(running, `payment_intents/${id}/settle`, {
				outcome: isPaid ? "succeeded" : "failed",
			})
		: trigger(running, `payment_intents/${id}/authenticate`, {
				outcome: isPaid ? "complete" : "fail",
			});

const chargeOf = async (id: string) =>
	(await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] }))
		.latest_charge as Stripe.Charge | null;

async function paidBy(type: MethodType): Promise<Stripe.Charge> {
	const begun = await begin(type);
	await answer(begun, true);
	const charge = await chargeOf(begun.id);
	assert.ok(charge);
	return charge;
}

async function eventsOf(id: string): Promise<string[]> {
	const { data } = await stripe.events.list({ limit: 100 });
	return data
		.filter(({ data: { object } }) => JSON.stringify(object).includes(id))
		.map(({ type }) => type)
		.reverse();
}

for (const type of OTHERS) {
	const isDelayed = METHODS[type].flow === "delayed";
	const first = isDelayed
		? ["payment_intent.created", "charge.pending", "payment_intent.processing"]
		: ["payment_intent.created", "payment_intent.requires_action"];

	test(`${type}: the buyer ${isDelayed ? "is debited" : "agrees"}`, async () => {
		const begun = await begin(type);
		assert.equal(begun.status, isDelayed ? "processing" : "requires_action");
		await answer(begun, true);
		const paid = await stripe.paymentIntents.retrieve(begun.id);
		const charge = await chargeOf(begun.id);
		assert.equal(paid.status, "succeeded");
		assert.equal(charge?.payment_method_details?.type, type);
		assert.ok(charge?.payment_method_details?.[type]);
		assert.match(String(charge?.balance_transaction), /^txn_/);
		assert.deepEqual(await eventsOf(begun.id), [
			...first,
			"charge.succeeded",
			"payment_intent.succeeded",
			"charge.updated",
		]);
	});

	test(`${type}: the buyer ${isDelayed ? "cannot be debited" : "refuses"}`, async () => {
		const begun = await begin(type);
		await answer(begun, false);
		const failed = await stripe.paymentIntents.retrieve(begun.id);
		assert.equal(failed.status, "requires_payment_method");
		assert.equal(
			failed.last_payment_error?.code,
			isDelayed ? "insufficient_funds" : "payment_intent_authentication_failure",
		);
		assert.equal((await chargeOf(begun.id))?.status, isDelayed ? "failed" : undefined);
		const last = isDelayed ? ["charge.failed"] : [];
		assert.deepEqual(await eventsOf(begun.id), [
			...first,
			...last,
			"payment_intent.payment_failed",
		]);
		// The same intent can be paid in another way.
		const card = { payment_method: "pm_card_visa", return_url: RETURN_URL };
		assert.equal((await stripe.paymentIntents.confirm(begun.id, card)).status, "succeeded");
	});

	test(`${type}: a second answer is refused, and the event comes once`, async () => {
		running.sandbox.deliverer.paused = true;
		const begun = await begin(type);
		await answer(begun, true);
		await assert.rejects(answer(begun, true));
		await assert.rejects(answer(begun, false));
		receiver.received.length = 0;
		await running.sandbox.deliverer.flush();
		const told = receiver.received.filter(({ event }) => event.type === "payment_intent.succeeded");
		assert.equal(told.length, 1);
		const { data } = await stripe.charges.list({ payment_intent: begun.id });
		assert.equal(data.length, 1);
	});

	if (!isDelayed)
		test(`${type}: a closed tab leaves the payment open until it expires`, async () => {
			const begun = await begin(type);
			assert.equal((await stripe.paymentIntents.retrieve(begun.id)).status, "requires_action");
			await trigger(running, `payment_intents/${begun.id}/expire`);
			const open = await stripe.paymentIntents.retrieve(begun.id);
			assert.equal(open.status, "requires_payment_method");
			assert.equal(open.last_payment_error?.code, "payment_intent_payment_attempt_expired");
			await assert.rejects(answer(begun, true));
		});
}

test("a page of the bank leads back with Stripe's three parameters", async () => {
	for (const [action, outcome] of [
		["complete", "succeeded"],
		["fail", "failed"],
	] as const) {
		const begun = await begin("ideal");
		const page = await fetch(String(begun.next_action?.redirect_to_url?.url));
		assert.match(await page.text(), /iDEAL.*Authorize test payment.*Fail test payment/s);
		const back = await fetch(String(begun.next_action?.redirect_to_url?.url), {
			method: "POST",
			redirect: "manual",
			body: new URLSearchParams({
				action,
				client_secret: String(begun.client_secret),
				return_url: RETURN_URL,
			}),
		});
		const { searchParams } = new URL(String(back.headers.get("location")));
		assert.deepEqual(Object.fromEntries(searchParams), {
			x: "1",
			payment_intent: begun.id,
			payment_intent_client_secret: begun.client_secret,
			redirect_status: outcome,
		});
	}
});

test("an intent offers the methods that fit its currency and are switched on, excluded or allowed", async () => {
	const types = async (...args: Parameters<typeof create>) =>
		(await create(...args)).payment_method_types;
	assert.deepEqual(await types("usd"), ["card", "klarna", "cashapp", "us_bank_account"]);
	assert.deepEqual(await types("gbp"), ["card", "klarna", "bacs_debit"]);
	assert.deepEqual(await types("jpy"), ["card"]);
	const euros = ["card", "ideal", "bancontact", "eps", "klarna", "sepa_debit"];
	assert.deepEqual(await types("eur"), euros);
	assert.deepEqual(
		await types("eur", { excluded_payment_method_types: ["sepa_debit", "bacs_debit", "boleto"] }),
		euros.slice(0, -1),
	);
	assert.deepEqual(await types("eur", { allowed_payment_method_types: ["ideal", "cashapp"] }), [
		"ideal",
	]);
	assert.deepEqual(
		await types("eur", {
			automatic_payment_methods: { enabled: true, allow_redirects: "never" },
		}),
		["card", "sepa_debit"],
	);
	await trigger(running, "settings", { methods: ["cashapp"] });
	assert.deepEqual(await types("usd"), ["cashapp"]);
	const none = await errorOf(create("eur"));
	assert.match(none.message, /^No valid payment method types for this Payment Intent/);
});

test("a method that an intent doesn't offer can't pay it, nor can a redirect without a return address", async () => {
	const { id } = await create("eur", { excluded_payment_method_types: ["sepa_debit"] });
	const confirm = (type: MethodType, more: Stripe.PaymentIntentConfirmParams = {}) =>
		errorOf(stripe.paymentIntents.confirm(id, { payment_method_data: dataOf(type), ...more }));
	assert.match((await confirm("sepa_debit")).message, /\(sepa_debit\) is not allowed/);
	assert.match((await confirm("cashapp", { return_url: RETURN_URL })).message, /is not allowed/);
	assert.equal((await confirm("ideal")).param, "return_url");
	const account = await create("eur");
	const wrong = await errorOf(
		stripe.paymentIntents.confirm(account.id, {
			payment_method_data: {
				...dataOf("sepa_debit"),
				sepa_debit: { iban: "DE88370400440532013000" },
			},
		}),
	);
	assert.equal(wrong.code, "invalid_bank_account_iban");
});

test("refunds end with the period of the way of paying, and may be whole only", async () => {
	for (const type of OTHERS) {
		const charge = await paidBy(type);
		const part = await stripe.refunds.create({ charge: charge.id, amount: 500 });
		assert.equal(part.destination_details?.type, type);
		const start = clock;
		clock += METHODS[type].refundDays * DAY_MS;
		await stripe.refunds.create({ charge: charge.id, amount: 500 });
		clock += DAY_MS;
		const late = await errorOf(stripe.refunds.create({ charge: charge.id }));
		assert.equal(late.code, "charge_not_refundable");
		clock = start;
	}
	const { id } = await paidBy("klarna");
	await trigger(running, "settings", { refunds: "whole" });
	const part = await errorOf(stripe.refunds.create({ charge: id, amount: 500 }));
	assert.equal(part.code, "charge_not_refundable");
	assert.equal((await stripe.refunds.create({ charge: id })).amount, 1999);
});

test("a debit that the bank takes back is lost, and what the buyer agreed to at the bank stays", async () => {
	for (const type of OTHERS) {
		const charge = await paidBy(type);
		const { disputes } = METHODS[type];
		const opening = trigger(running, `charges/${charge.id}/dispute`);
		if (disputes === "none") {
			await assert.rejects(opening, /cannot be disputed/);
			continue;
		}
		await opening;
		const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data;
		assert.equal(dispute?.status, disputes === "final" ? "lost" : "needs_response");
		assert.equal(dispute?.balance_transactions.length, 1);
	}
});

test("a payment that the bank still decides on can be neither refunded nor changed", async () => {
	const { id } = await begin("sepa_debit");
	assert.equal(
		(await errorOf(stripe.refunds.create({ payment_intent: id }))).code,
		"payment_intent_unexpected_state",
	);
	assert.equal(
		(await errorOf(stripe.paymentIntents.update(id, { amount: 900 }))).code,
		"payment_intent_unexpected_state",
	);
});

const payFrom = async (
	us_bank_account: Stripe.PaymentMethodCreateParams.UsBankAccount,
	verification: "automatic" | "instant" = "instant",
) => {
	const { id } = await create("usd", {
		payment_method_options: { us_bank_account: { verification_method: verification } },
	});
	return stripe.paymentIntents.confirm(id, {
		payment_method_data: { ...dataOf("us_bank_account"), us_bank_account },
	});
};

test("us_bank_account: the test accounts fail for the reason that Stripe gives them", async () => {
	for (const [name, code] of [
		["accountClosed", "account_closed"],
		["noAccount", "no_account"],
		["insufficientFunds", "insufficient_funds"],
		["debitNotAuthorized", "debit_not_authorized"],
	]) {
		const begun = await payFrom({ financial_connections_account: `fca_${name}` });
		await answer(begun, false);
		const charge = await chargeOf(begun.id);
		assert.deepEqual([charge?.status, charge?.failure_code], ["failed", code]);
	}
	const taken = await payFrom({ financial_connections_account: "fca_dispute" });
	await answer(taken, true);
	assert.equal((await chargeOf(taken.id))?.disputed, true);
});

test("us_bank_account: a debit that fails after it was paid is a dispute with the bank's reason", async () => {
	for (const reason of ["insufficient_funds", "bank_cannot_process", "incorrect_account_details"]) {
		const { id } = await paidBy("us_bank_account");
		await trigger(running, `charges/${id}/dispute`, { reason });
		const [dispute] = (await stripe.disputes.list({ charge: id })).data;
		assert.deepEqual([dispute?.reason, dispute?.status], [reason, "lost"]);
		assert.equal((await errorOf(stripe.refunds.create({ charge: id }))).code, "charge_disputed");
	}
	const { id } = await paidBy("us_bank_account");
	await assert.rejects(trigger(running, `charges/${id}/dispute`, { reason: "fraudulent" }));
	const card = await stripe.paymentIntents.create({
		amount: 900,
		currency: "usd",
		payment_method: "pm_card_visa",
		confirm: true,
		return_url: RETURN_URL,
	});
	await assert.rejects(
		trigger(running, `charges/${card.latest_charge}/dispute`, { reason: "bank_cannot_process" }),
	);
});

test("us_bank_account: refuses numbers that were typed in instead of linked", async () => {
	const typed = { account_number: "000123456789", routing_number: "110000000" };
	assert.equal((await errorOf(payFrom(typed))).param, "payment_method");
	const wrong = { ...typed, routing_number: "110000001" };
	assert.equal((await errorOf(payFrom(wrong))).code, "routing_number_invalid");
	assert.equal(
		(await errorOf(payFrom({ ...typed, account_number: "000123456780" }))).code,
		"account_number_invalid",
	);
});
