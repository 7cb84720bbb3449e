import assert from "node:assert/strict";
import { test } from "node:test";
import type { Stripe } from "stripe";
import { startSandbox } from "./server.ts";
import { errorOf, sdkFor, sumOfMovements, testSandbox, trigger } from "./testing.ts";

const { running, stripe } = await testSandbox();

const total = (account?: string) => sumOfMovements(stripe, account);

const links = { return_url: "http://shop.test/back", refresh_url: "http://shop.test/again" };

async function creator(): Promise<Stripe.Account> {
	return stripe.accounts.create({
		type: "express",
		email: "creator@example.com",
		capabilities: { transfers: { requested: true }, card_payments: { requested: true } },
	});
}

async function onboarded(): Promise<string> {
	const account = await creator();
	await trigger(running, `accounts/${account.id}/onboard`);
	return account.id;
}

async function sale(account: string, amount: number, fee: number): Promise<Stripe.Charge> {
	const paid = await stripe.paymentIntents.create({
		amount,
		currency: "usd",
		payment_method: "pm_card_visa",
		confirm: true,
		application_fee_amount: fee,
		transfer_data: { destination: account },
		expand: ["latest_charge"],
	});
	return paid.latest_charge as Stripe.Charge;
}

test("onboarding through the hosted page enables the account and sends events", async () => {
	const account = await creator();
	assert.deepEqual(
		[account.charges_enabled, account.details_submitted, account.capabilities?.transfers],
		[false, false, "inactive"],
	);
	const early = await errorOf(
		stripe.paymentIntents.create({
			amount: 900,
			currency: "usd",
			transfer_data: { destination: account.id },
		}),
	);
	assert.equal(early.code, "insufficient_capabilities_for_transfer");
	const link = await stripe.accountLinks.create({
		account: account.id,
		type: "account_onboarding",
		...links,
	});
	assert.equal((await fetch(link.url)).status, 200);
	const token = String(new URL(link.url).searchParams.get("token"));
	const post = () =>
		fetch(link.url, {
			method: "POST",
			body: new URLSearchParams({ token, action: "finish" }),
			redirect: "manual",
		});
	assert.equal((await post()).headers.get("location"), links.return_url);
	assert.equal((await post()).headers.get("location"), links.refresh_url, "a link works once");
	const done = await stripe.accounts.retrieve(account.id);
	assert.deepEqual(
		[
			done.charges_enabled,
			done.payouts_enabled,
			done.details_submitted,
			done.capabilities?.transfers,
		],
		[true, true, true, "active"],
	);
	const [event] = (
		await stripe.events.list({ type: "account.updated" }, { stripeAccount: account.id })
	).data;
	assert.equal(event?.account, account.id);
});

test("a destination charge: the platform pays the processing fee and keeps its own", async () => {
	const account = await onboarded();
	const before = await total();
	const charge = await sale(account, 2000, 188);
	assert.equal(await total(account), 2000 - 188);
	assert.equal((await total()) - before, 188 - 88);
	const transfer = await stripe.transfers.retrieve(String(charge.transfer), {
		expand: ["destination_payment.balance_transaction"],
	});
	assert.equal(transfer.amount, 2000);
	assert.equal(transfer.source_transaction, charge.id);
	const taken = await stripe.charges.retrieve(charge.id, { expand: ["application_fee"] });
	const fee = taken.application_fee as Stripe.ApplicationFee;
	assert.deepEqual(
		[fee.amount, fee.account, fee.originating_transaction],
		[188, account, charge.id],
	);
});

test("a full refund with reversal and fee leaves only the processing fee behind", async () => {
	const account = await onboarded();
	const before = await total();
	const charge = await sale(account, 2000, 188);
	const refund = await stripe.refunds.create({
		charge: charge.id,
		reverse_transfer: true,
		refund_application_fee: true,
	});
	assert.match(String(refund.transfer_reversal), /^trr_/);
	assert.equal(await total(account), 0);
	assert.equal((await total()) - before, -88);
	const after = await stripe.charges.retrieve(charge.id, { expand: ["refunds"] });
	assert.equal(after.refunded, true);
	assert.equal(after.refunds?.data[0]?.id, refund.id);
	const again = await errorOf(stripe.refunds.create({ charge: charge.id }));
	assert.equal(again.code, "charge_already_refunded");
});

test("partial refunds take shares that add up, whatever the rounding", async () => {
	const account = await onboarded();
	const before = await total();
	const charge = await sale(account, 999, 77);
	for (const amount of [333, 333, 333]) {
		await stripe.refunds.create({
			charge: charge.id,
			amount,
			reverse_transfer: true,
			refund_application_fee: true,
		});
	}
	assert.equal(await total(account), 0);
	assert.equal((await total()) - before, -(Math.floor((999 * 29 + 500) / 1000) + 30));
	const over = await errorOf(stripe.refunds.create({ charge: charge.id, amount: 1 }));
	assert.equal(over.code, "charge_already_refunded");
});

test("a refund without reversal is paid from the platform's balance", async () => {
	const account = await onboarded();
	const before = await total();
	const charge = await sale(account, 1000, 100);
	await stripe.refunds.create({ payment_intent: String(charge.payment_intent), amount: 400 });
	assert.equal(await total(account), 900);
	assert.equal((await total()) - before, 100 - 59 - 400);
	const over = await errorOf(stripe.refunds.create({ charge: charge.id, amount: 601 }));
	assert.match(over.message, /greater than unrefunded amount on charge \(\$6\.00 usd\)/);
});

test("held money is transferred from its charge, up to the charge's amount", async () => {
	const account = await onboarded();
	const paid = await stripe.paymentIntents.create({
		amount: 1000,
		currency: "usd",
		payment_method: "pm_card_visa",
		confirm: true,
	});
	const source = String(paid.latest_charge);
	const poor = await errorOf(
		stripe.transfers.create({ amount: 10_000_000, currency: "usd", destination: account }),
	);
	assert.equal(poor.code, "balance_insufficient");
	const transfer = await stripe.transfers.create({
		amount: 891,
		currency: "usd",
		destination: account,
		source_transaction: source,
		metadata: { purchase: "p1" },
	});
	const refused = await errorOf(
		stripe.transfers.create({
			amount: 110,
			currency: "usd",
			destination: account,
			source_transaction: source,
		}),
	);
	assert.equal(refused.param, "amount");
	await stripe.transfers.createReversal(transfer.id, { amount: 91 });
	assert.equal(await total(account), 800);
	const after = await stripe.transfers.retrieve(transfer.id);
	assert.deepEqual(
		[after.amount_reversed, after.reversed, after.reversals.data.length],
		[91, false, 1],
	);
});

test("a restricted account takes no more money", async () => {
	const account = await onboarded();
	await trigger(running, `accounts/${account}/restrict`);
	const error = await errorOf(
		stripe.paymentIntents.create({
			amount: 900,
			currency: "usd",
			transfer_data: { destination: account },
		}),
	);
	assert.equal(error.code, "insufficient_capabilities_for_transfer");
	assert.equal((await stripe.accounts.del(account)).deleted, true);
	assert.equal((await errorOf(stripe.accounts.retrieve(account))).code, "account_invalid");
});

test("a platform elsewhere settles in its own currency", async () => {
	const abroad = await startSandbox({ port: 0, db: ":memory:" });
	try {
		const client = sdkFor(abroad);
		await trigger(abroad, "settings", { country: "DE" });
		const own = await client.accounts.retrieveCurrent();
		assert.deepEqual([own.country, own.default_currency], ["DE", "eur"]);
		const intent = await client.paymentIntents.create({
			amount: 1000,
			currency: "usd",
			payment_method: "pm_card_visa",
			confirm: true,
			expand: ["latest_charge.balance_transaction"],
		});
		const charge = intent.latest_charge as Stripe.Charge;
		const { amount, fee, currency } = charge.balance_transaction as Stripe.BalanceTransaction;
		assert.deepEqual([charge.currency, currency, amount, fee], ["usd", "eur", 900, 51]);
		const { available, pending } = await client.balance.retrieve();
		assert.deepEqual([...new Set([...available, ...pending].map((one) => one.currency))], ["eur"]);
		assert.equal(await sumOfMovements(client), 849);
	} finally {
		await abroad.close();
	}
});

for (const { own = "US", country, agreement = "full", charge, transfer, refused } of [
	{ country: "US", charge: true, transfer: true },
	{ country: "DE", charge: false, transfer: true },
	{ own: "FR", country: "SE", charge: true, transfer: true },
	{ own: "FR", country: "CH", charge: false, transfer: true },
	{ country: "AU", charge: false, transfer: false },
	{ own: "AU", country: "NZ", charge: false, transfer: false },
	{ country: "IN", refused: "country_unsupported" },
	{ country: "DE", agreement: "recipient", refused: "recipient ToS agreement" },
] as const)
	test(`a platform in ${own} and an account in ${country}, ${agreement} agreement`, async (t) => {
		t.after(() => trigger(running, "settings", { country: "US" }));
		await trigger(running, "settings", { country: own });
		const make = () =>
			stripe.accounts.create({
				type: "express",
				country,
				capabilities: { transfers: { requested: true }, card_payments: { requested: true } },
				tos_acceptance: { service_agreement: agreement },
			});
		if (refused !== undefined) {
			const { code, message } = await errorOf(make());
			assert.ok([code, message].some((text) => text?.includes(refused)));
			return;
		}
		const account = await make();
		await trigger(running, `accounts/${account.id}/onboard`);
		const works = (call: Promise<unknown>) => call.then(() => true).catch(() => false);
		assert.equal(await works(sale(account.id, 1000, 100)), charge);
		const { default_currency: currency = "" } = await stripe.accounts.retrieveCurrent();
		const paid = await stripe.paymentIntents.create({
			amount: 1000,
			currency,
			payment_method: "pm_card_visa",
			confirm: true,
		});
		const send = stripe.transfers.create({
			amount: 500,
			currency,
			destination: account.id,
			source_transaction: String(paid.latest_charge),
		});
		assert.equal(await works(send), transfer);
	});

test("a reversal needs the money on the account", async () => {
	const account = await stripe.accounts.create({
		type: "express",
		capabilities: { transfers: { requested: true } },
	});
	await trigger(running, `accounts/${account.id}/onboard`);
	const paid = await stripe.paymentIntents.create({
		amount: 2000,
		currency: "usd",
		payment_method: "pm_card_bypassPending",
		confirm: true,
		transfer_data: { destination: account.id },
	});
	await trigger(running, "balances/available");
	const [transfer] = (await stripe.transfers.list({ destination: account.id })).data;
	assert.equal(paid.status, "succeeded");
	const reverse = () => stripe.transfers.createReversal(String(transfer?.id), { amount: 500 });
	assert.equal((await reverse()).amount, 500);
	await trigger(running, "balances/topup", { account: account.id, amount: -1500 });
	assert.equal(await total(account.id), 0);
	assert.equal((await errorOf(reverse())).code, "balance_insufficient");
});
