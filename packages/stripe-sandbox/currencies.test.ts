import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Stripe } from "stripe";
import { decimalsOf, requireCurrency } from "./currencies.ts";
import { balancesOf, errorOf, testSandbox, trigger } from "./testing.ts";

const { running, stripe } = await testSandbox();

beforeEach(() => trigger(running, "reset"));

const set = (settings: object) => trigger(running, "settings", settings);

const create = (amount: number, currency: string, more: object = {}) =>
	stripe.paymentIntents.create({ amount, currency, ...more });

async function pay(amount: number, currency: string, more: object = {}) {
	const intent = await create(amount, currency, {
		payment_method: "pm_card_visa",
		confirm: true,
		expand: ["latest_charge.balance_transaction"],
		...more,
	});
	const charge = intent.latest_charge as Stripe.Charge;
	return { charge, settled: charge.balance_transaction as Stripe.BalanceTransaction };
}

async function connected(country = "US"): Promise<string> {
	const capabilities = { transfers: { requested: true } };
	const { id } = await stripe.accounts.create({ type: "express", country, capabilities });
	await trigger(running, `accounts/${id}/onboard`);
	return id;
}

async function movement(id: unknown, account?: string): Promise<Stripe.BalanceTransaction> {
	return stripe.balanceTransactions.retrieve(
		String(id),
		{},
		account ? { stripeAccount: account } : {},
	);
}

const ALL =
	"usd eur gbp cad aud nzd chf sek nok dkk pln czk ron huf jpy krw sgd hkd twd mxn brl inr zar ils thb myr php aed " +
	"sar kes isk ugx clp vnd kwd bhd jod omr tnd";

test("ten dollars' worth of every currency is charged and settled in dollars", async () => {
	for (const code of ALL.split(" ")) {
		const { perDollar, step = 1 } = requireCurrency(code);
		const amount = Math.round((10 * perDollar * 10 ** decimalsOf(code)) / step) * step;
		const { charge, settled } = await pay(amount, code);
		assert.deepEqual([charge.amount, charge.currency], [amount, code]);
		assert.equal(settled.currency, "usd");
		assert.ok(Math.abs(settled.amount - 1000) <= 2, `${code}: ${settled.amount}`);
	}
});

const TOO_SMALL = "amount_too_small";
const GERMAN = { country: "DE" };

const LEAST = "Amount must convert to at least";
const INDIVISIBLE = "Invalid amount. Currency";

for (const [currency, accepted, refused, code, message, settings] of [
	["usd", 50, 49, TOO_SMALL, "Amount must be at least $0.50 usd", {}],
	["gbp", 38, 30, TOO_SMALL, `${LEAST} 50 cents. £0.30 converts to approximately $0.40.`, {}],
	["eur", 50, 49, TOO_SMALL, "Amount must be at least €0.50 eur", { settles: ["eur"] }],
	["usd", 56, 50, TOO_SMALL, `${LEAST} 50 cents. $0.50 converts to approximately €0.45.`, GERMAN],
	[
		"cad",
		56,
		50,
		TOO_SMALL,
		`${LEAST} 30 pence. CA$0.50 converts to approximately £0.27.`,
		{ country: "GB" },
	],
	[
		"kwd",
		5120,
		5124,
		undefined,
		`${INDIVISIBLE} KWD is a three-decimal currency and charged amounts must be evenly divisible by 10. See https://stripe.com/docs/currencies#three-decimal for more information.`,
		{},
	],
	[
		"ugx",
		360_000,
		360_050,
		undefined,
		`${INDIVISIBLE} UGX has become effectively zero-decimal and charged amounts must be evenly divisible by 100. See https://stripe.com/docs/currencies#zero-decimal for more information.`,
		{},
	],
	["huf", 20_045, 16_800, TOO_SMALL, /HUF 168\.00/, {}],
	[
		"eur",
		99_999_999,
		100_000_000,
		"amount_too_large",
		"Amount must be no more than €999,999.99 eur",
		{},
	],
	["eur", 56, 0, "parameter_invalid_integer", /greater than or equal to 1/, {}],
] as const)
	test(`${refused} ${currency} is refused where ${accepted} is charged, ${JSON.stringify(settings)}`, async () => {
		await set(settings);
		const intent = await create(accepted, currency);
		const expected = { type: "StripeInvalidRequestError", code, param: "amount" };
		for (const call of [
			() => create(refused, currency),
			() => stripe.paymentIntents.update(intent.id, { amount: refused }),
		]) {
			const error = await errorOf(call());
			const { type, param } = error;
			assert.deepEqual({ type, code: error.code, param }, expected);
			const text = error.message.replaceAll("\u00a0", " ");
			if (typeof message === "string") assert.equal(text, message);
			else assert.match(text, message);
		}
	});

test("an unknown currency is refused", async () => {
	for (const call of [
		create(1000, "xyz"),
		stripe.prices.create({ unit_amount: 1000, currency: "xyz", product_data: { name: "Pro" } }),
	]) {
		const error = await errorOf(call);
		assert.match(error.message, /^Invalid currency: xyz\./);
		assert.equal(error.param, "currency");
	}
});

test("a rate that changed later does not make an intent invalid", async () => {
	const intent = await create(50, "eur");
	await set({ rates: { eur: 1.25 } });
	await stripe.paymentIntents.update(intent.id, { metadata: { note: "later" } });
	await errorOf(stripe.paymentIntents.update(intent.id, { amount: 51 }));
});

const SEVERAL = { settles: ["eur", "gbp"] };
const JAPANESE = { country: "JP" };

for (const [settings, given, settled, rate, fee] of [
	[{}, [1000, "usd"], [1000, "usd"], null, 59],
	[{}, [1000, "eur"], [1111, "usd"], 1.11111, 62],
	[{}, [1500, "jpy"], [1000, "usd"], 0.666667, 59],
	[{}, [3100, "kwd"], [1000, "usd"], 0.322581, 59],
	[{ rates: { eur: 0.8 } }, [1000, "eur"], [1250, "usd"], 1.25, 66],
	[SEVERAL, [1000, "eur"], [1000, "eur"], null, 54],
	[SEVERAL, [800, "chf"], [1000, "usd"], 1.25, 59],
	[GERMAN, [1000, "usd"], [900, "eur"], 0.9, 51],
	[JAPANESE, [1000, "usd"], [1500, "jpy"], 1.5, 44],
	[JAPANESE, [1000, "jpy"], [1000, "jpy"], null, 29],
] as const)
	test(`${given.join(" ")} is settled as ${settled.join(" ")}, ${JSON.stringify(settings)}`, async () => {
		await set(settings);
		const { charge, settled: booked } = await pay(given[0], given[1]);
		assert.deepEqual([charge.amount, charge.currency], given);
		assert.deepEqual([booked.amount, booked.currency], settled);
		assert.deepEqual([booked.exchange_rate, booked.fee], [rate, fee]);
		assert.deepEqual(await balancesOf(stripe), { [settled[1]]: settled[0] - fee });
	});

for (const [settings, country, currency] of [
	[{}, "US", "usd"],
	[GERMAN, "DE", "eur"],
	[{ country: "CH", currency: "eur" }, "CH", "eur"],
] as const)
	test(`the platform's account shows ${country} and ${currency}`, async () => {
		await set(settings);
		const own = await stripe.accounts.retrieveCurrent();
		assert.deepEqual([own.country, own.default_currency], [country, currency]);
	});

for (const settings of [
	{ currency: "bhd" },
	{ settles: ["isk"] },
	{ rates: { usd: 2 } },
	{ rates: { xyz: 2 } },
	{ rates: { eur: 0 } },
])
	test(`the settings ${JSON.stringify(settings)} are refused`, async () => {
		await assert.rejects(set(settings));
	});

test("the balance lists each currency", async () => {
	await set({ settles: ["eur"] });
	await pay(1000, "eur", { payment_method: "pm_card_bypassPending" });
	await pay(1000, "gbp");
	const { available, pending } = await stripe.balance.retrieve();
	const amounts = (all: Stripe.Balance.Available[]) =>
		Object.fromEntries(all.map(({ currency, amount }) => [currency, amount]));
	assert.deepEqual(amounts(available), { usd: 0, eur: 946 });
	assert.deepEqual(amounts(pending), { usd: 1333 - 69, eur: 0 });
});

// The rate changes after the charge; the figures in dollars are computed by hand.
for (const {
	currency,
	amount,
	part,
	first,
	second,
	settled,
	fee,
	refunded,
	disputed,
	returned,
} of [
	{
		currency: "eur",
		amount: 999,
		part: 333,
		first: 0.9,
		second: 0.8,
		settled: 1110,
		fee: 62,
		refunded: 416,
		disputed: 833,
		returned: 740,
	},
	{
		currency: "jpy",
		amount: 1001,
		part: 334,
		first: 150,
		second: 140,
		settled: 667,
		fee: 49,
		refunded: 239,
		disputed: 476,
		returned: 445,
	},
])
	test(`a sale in ${currency} adds up when the rate changes before its refund and its dispute`, async () => {
		await set({ rates: { [currency]: first } });
		const account = await connected();
		// So that the refund doesn't wait for money.
		const { settled: funds } = await pay(100_000, "usd");
		const { charge, settled: booked } = await pay(amount, currency);
		assert.deepEqual([booked.amount, booked.fee, booked.currency], [settled, fee, "usd"]);
		const transfer = await stripe.transfers.create({
			amount: settled - fee,
			currency: "usd",
			destination: account,
			source_transaction: charge.id,
		});

		await set({ rates: { [currency]: second } });
		const refund = await stripe.refunds.create({ charge: charge.id, amount: part });
		assert.deepEqual([refund.amount, refund.currency], [part, currency]);
		const taken = await movement(refund.balance_transaction);
		assert.deepEqual([taken.amount, taken.currency, taken.fee], [-refunded, "usd", 0]);
		assert.notEqual(taken.exchange_rate, booked.exchange_rate);
		await stripe.transfers.createReversal(transfer.id, { amount: 100 });

		await trigger(running, `charges/${charge.id}/dispute`);
		const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data;
		assert.deepEqual([dispute?.amount, dispute?.currency], [amount - part, currency]);
		const [withdrawn] = dispute?.balance_transactions ?? [];
		assert.deepEqual([withdrawn?.amount, withdrawn?.fee], [-disputed, 1500]);
		const own = funds.amount - funds.fee + 100 - refunded - disputed - 1500;
		assert.deepEqual(await balancesOf(stripe), { usd: own });
		assert.deepEqual(await balancesOf(stripe, account), { usd: settled - fee - 100 });

		await set({ rates: { [currency]: first } });
		await trigger(running, `disputes/${dispute?.id}/decide`, { outcome: "won" });
		assert.deepEqual(await balancesOf(stripe), { usd: own + returned });
	});

for (const settings of [{}, { settles: ["eur"] }])
	test(`a failed refund returns exactly what it took, ${JSON.stringify(settings)}`, async () => {
		await set(settings);
		const { charge } = await pay(1001, "eur");
		const before = await balancesOf(stripe);
		const refund = await stripe.refunds.create({ charge: charge.id, amount: 501 });
		await set({ rates: { eur: 0.7 }, settles: [] });
		await trigger(running, `refunds/${refund.id}/finish`, { outcome: "failed" });
		assert.deepEqual(await balancesOf(stripe), before);
	});

test("refunds have no fraction that the currency lacks", async () => {
	const { charge } = await pay(5120, "kwd");
	assert.match(
		(await errorOf(stripe.refunds.create({ charge: charge.id, amount: 1001 }))).message,
		/evenly divisible by 10\./,
	);
	assert.equal((await stripe.refunds.create({ charge: charge.id, amount: 1000 })).amount, 1000);
});

test("a dispute where the platform settles in euros costs the worth of 15 dollars there", async () => {
	await set({ settles: ["eur"] });
	const { charge } = await pay(1000, "eur");
	await trigger(running, `charges/${charge.id}/dispute`);
	assert.deepEqual(await balancesOf(stripe), { eur: -54 - 1350 });
});

const CURRENCY_DIFFERS =
	/^The currency of source_transaction's balance transaction \(usd\) must be the same as the transfer currency \(eur\)$/;

for (const { name, settings = {}, late = false, amount, currency, refused } of [
	{ name: "in the charge's currency", amount: 500, currency: "eur", refused: CURRENCY_DIFFERS },
	{
		name: "in the charge's currency before it is booked",
		late: true,
		amount: 500,
		currency: "eur",
		refused: CURRENCY_DIFFERS,
	},
	{ name: "of all that was settled", amount: 1111, currency: "usd" },
	{ name: "of more than was settled", amount: 1112, currency: "usd", refused: /must not exceed/ },
	{
		name: "in euros settled as such",
		settings: { settles: ["eur"] },
		amount: 1000,
		currency: "eur",
	},
	{
		name: "of more euros than were charged",
		settings: { settles: ["eur"] },
		amount: 1001,
		currency: "eur",
		refused: /must not exceed/,
	},
	{ name: "in an unknown currency", amount: 1000, currency: "xyz", refused: /^Invalid currency/ },
])
	test(`a transfer ${name} is ${refused ? "refused" : "made"}`, async () => {
		await set({ ...settings, balances: late ? "late" : "instant" });
		const destination = await connected();
		const { charge } = await pay(1000, "eur");
		const sent = stripe.transfers.create({
			amount,
			currency,
			destination,
			source_transaction: charge.id,
		});
		if (refused) assert.match((await errorOf(sent)).message, refused);
		else assert.deepEqual([(await sent).amount, (await sent).currency], [amount, currency]);
	});

test("a transfer without a source needs available money in its own currency", async () => {
	await set({ settles: ["eur"] });
	const destination = await connected();
	await pay(1000, "eur", { payment_method: "pm_card_bypassPending" });
	const send = (currency: string) =>
		stripe.transfers.create({ amount: 500, currency, destination });
	assert.equal((await errorOf(send("usd"))).code, "balance_insufficient");
	assert.equal((await send("eur")).amount, 500);
});

test("an account with another currency receives a transfer exchanged, and returns it at the rate of then", async () => {
	const account = await connected("DE");
	const { charge } = await pay(1000, "gbp");
	const transfer = await stripe.transfers.create({
		amount: 1000,
		currency: "usd",
		destination: account,
		source_transaction: charge.id,
	});
	const payment = await stripe.charges.retrieve(
		String(transfer.destination_payment),
		{},
		{ stripeAccount: account },
	);
	assert.deepEqual([payment.amount, payment.currency], [1000, "usd"]);
	const arrived = await movement(payment.balance_transaction, account);
	assert.deepEqual([arrived.amount, arrived.currency, arrived.exchange_rate], [900, "eur", 0.9]);
	await set({ rates: { eur: 0.8 } });
	const reversal = await stripe.transfers.createReversal(transfer.id, { amount: 500 });
	assert.deepEqual([reversal.amount, reversal.currency], [500, "usd"]);
	assert.deepEqual(await balancesOf(stripe, account), { eur: 500 });
	assert.deepEqual(await balancesOf(stripe), { usd: 1333 - 69 - 1000 + 500 });
});

test("a destination charge in euros is passed on in dollars", async () => {
	const destination = await connected();
	const { charge } = await pay(1000, "eur", {
		application_fee_amount: 100,
		transfer_data: { destination },
	});
	const transfer = await stripe.transfers.retrieve(String(charge.transfer));
	assert.deepEqual([transfer.amount, transfer.currency], [1111, "usd"]);
	const { application_fee } = await stripe.charges.retrieve(charge.id, {
		expand: ["application_fee"],
	});
	const taken = application_fee as Stripe.ApplicationFee | null;
	assert.deepEqual([taken?.amount, taken?.currency], [111, "usd"]);
	assert.deepEqual(await balancesOf(stripe, destination), { usd: 1000 });
	assert.deepEqual(await balancesOf(stripe), { usd: 49 });

	for (const amount of [333, 333, 334])
		await stripe.refunds.create({
			charge: charge.id,
			amount,
			reverse_transfer: true,
			refund_application_fee: true,
		});
	assert.deepEqual(await balancesOf(stripe, destination), {});
	assert.deepEqual(await balancesOf(stripe), { usd: -62 });
});
