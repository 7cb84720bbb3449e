import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { processingFee, proportion } from "./money.ts";
import { sumOfMovements, testSandbox, trigger } from "./testing.ts";

const { running, stripe } = await testSandbox();

/** Shares in per mille of the amount. */
const sale = fc.record({
	amount: fc.integer({ min: 50, max: 100_000 }),
	fee: fc.integer({ min: 1, max: 1000 }),
	destination: fc.boolean(),
	refunds: fc.array(fc.integer({ min: 1, max: 600 }), { maxLength: 3 }),
	returns: fc.boolean(),
	dispute: fc.constantFrom("none" as const, "won" as const, "lost" as const),
});

type Sale = typeof sale extends fc.Arbitrary<infer T> ? T : never;

test("shares computed from a running total add up to the whole", () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 1_000_000 }),
			fc.integer({ min: 1, max: 1_000_000 }),
			fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 20 }),
			(amount, whole, parts) => {
				let done = 0;
				let shares = 0;
				for (const part of [...parts, whole]) {
					const next = Math.min(whole, done + part);
					shares += proportion(amount, next, whole) - proportion(amount, done, whole);
					done = next;
				}
				assert.equal(shares, amount);
			},
		),
	);
});

test("after any sales, refunds and disputes every cent is on some account, or was spent on a fee or refund", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 4 }), async (sales) => {
			await trigger(running, "reset");
			const account = await stripe.accounts.create({
				type: "express",
				capabilities: { transfers: { requested: true } },
			});
			await trigger(running, `accounts/${account.id}/onboard`);
			// So that no refund has to wait for money.
			const funds = { amount: 900_000, currency: "usd", payment_method: "pm_card_visa" };
			await stripe.paymentIntents.create({ ...funds, confirm: true });
			let expected = funds.amount - processingFee(funds.amount, "usd");
			for (const plan of sales) expected += await play(plan, account.id);
			const platform = await sumOfMovements(stripe);
			const creator = await sumOfMovements(stripe, account.id);
			assert.equal(platform + creator, expected);
		}),
		{ numRuns: 12 },
	);
});

test("a transfer from a charge takes nothing of what is available before", async () => {
	await trigger(running, "reset");
	const account = await stripe.accounts.create({
		type: "express",
		capabilities: { transfers: { requested: true } },
	});
	await trigger(running, `accounts/${account.id}/onboard`);
	const pay = (payment_method: string) =>
		stripe.paymentIntents.create({
			amount: 10_000,
			currency: "usd",
			payment_method,
			confirm: true,
		});
	await pay("pm_card_bypassPending");
	const pending = await pay("pm_card_visa");
	const transfer = { amount: 9000, currency: "usd", destination: account.id };
	await stripe.transfers.create({
		...transfer,
		source_transaction: String(pending.latest_charge),
	});
	await stripe.transfers.create(transfer);
	await assert.rejects(stripe.transfers.create(transfer), { code: "balance_insufficient" });
});

/** Returns the expected sum of both accounts, in cents. */
async function play(plan: Sale, account: string): Promise<number> {
	const { amount } = plan;
	const paid = await stripe.paymentIntents.create({
		amount,
		currency: "usd",
		payment_method: "pm_card_visa",
		confirm: true,
		...(plan.destination && {
			transfer_data: { destination: account },
			application_fee_amount: Math.ceil((amount * plan.fee) / 1000),
		}),
	});
	let left = amount;
	const returns = plan.destination && plan.returns;
	for (const share of plan.refunds) {
		const part = Math.min(left, Math.max(1, Math.floor((amount * share) / 1000)));
		if (part === 0) continue;
		await stripe.refunds.create({
			payment_intent: paid.id,
			amount: part,
			...(returns && { reverse_transfer: true, refund_application_fee: true }),
		});
		left -= part;
	}
	if (plan.dispute === "none" || left === 0) return left - processingFee(amount, "usd");
	await trigger(running, `charges/${paid.latest_charge}/dispute`);
	const [dispute] = (await stripe.disputes.list({ payment_intent: paid.id })).data;
	await trigger(running, `disputes/${dispute?.id}/decide`, { outcome: plan.dispute });
	return (plan.dispute === "won" ? left : 0) - processingFee(amount, "usd") - 1500;
}
