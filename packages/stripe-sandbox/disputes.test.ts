import assert from "node:assert/strict";
import { test } from "node:test";
import type { Stripe } from "stripe";
import { errorOf, sumOfMovements, testSandbox, trigger } from "./testing.ts";

const { running, stripe } = await testSandbox();

const total = (account?: string) => sumOfMovements(stripe, account);

test("a dispute withdraws the money, winning returns it, and the fee is not returned", async () => {
	const before = await total();
	const paid = await stripe.paymentIntents.create({
		amount: 3000,
		currency: "usd",
		payment_method: "pm_card_createDispute",
		confirm: true,
	});
	const charge = String(paid.latest_charge);
	const [dispute] = (await stripe.disputes.list({ charge })).data;
	assert.ok(dispute);
	assert.equal(dispute.status, "needs_response");
	assert.equal(dispute.balance_transactions[0]?.net, -3000 - 1500);
	assert.equal((await stripe.charges.retrieve(charge)).disputed, true);
	assert.equal((await total()) - before, 3000 - 117 - 4500);
	assert.equal((await errorOf(stripe.refunds.create({ charge }))).code, "charge_disputed");
	const won = await stripe.disputes.update(dispute.id, {
		evidence: { uncategorized_text: "winning_evidence" },
	});
	assert.equal(won.status, "won");
	assert.equal((await total()) - before, 3000 - 117 - 1500);
	const types = (await stripe.events.list({ limit: 100 })).data
		.map((event) => event.type)
		.filter((type) => type.startsWith("charge.dispute."));
	assert.deepEqual(types.reverse(), [
		"charge.dispute.created",
		"charge.dispute.funds_withdrawn",
		"charge.dispute.updated",
		"charge.dispute.funds_reinstated",
		"charge.dispute.closed",
	]);
});

test("a lost dispute and an inquiry have their effects", async () => {
	const pay = (method: string) =>
		stripe.paymentIntents.create({
			amount: 3000,
			currency: "usd",
			payment_method: method,
			confirm: true,
		});
	const plain = await pay("pm_card_visa");
	await trigger(running, `charges/${plain.latest_charge}/dispute`, {
		reason: "product_not_received",
	});
	const [open] = (await stripe.disputes.list({ payment_intent: plain.id })).data;
	assert.equal(open?.reason, "product_not_received");
	await trigger(running, `disputes/${open?.id}/decide`, { outcome: "lost" });
	assert.equal((await stripe.disputes.retrieve(String(open?.id))).status, "lost");
	await assert.rejects(trigger(running, `disputes/${open?.id}/decide`, { outcome: "won" }));

	const before = await total();
	const asked = await pay("pm_card_createDisputeInquiry");
	const [inquiry] = (await stripe.disputes.list({ payment_intent: asked.id })).data;
	assert.equal(inquiry?.status, "warning_needs_response");
	assert.equal((await total()) - before, 3000 - 117, "an inquiry takes no money");
	await stripe.refunds.create({ payment_intent: asked.id });
	const closed = await stripe.disputes.close(String(inquiry?.id));
	assert.equal(closed.status, "warning_closed");
});

test("refunds can fail or stay pending", async () => {
	const pay = (method: string) =>
		stripe.paymentIntents.create({
			amount: 1000,
			currency: "usd",
			payment_method: method,
			confirm: true,
		});
	const before = await total();
	const waiting = await stripe.refunds.create({
		payment_intent: (await pay("pm_card_pendingRefund")).id,
	});
	assert.equal(waiting.status, "pending");
	await trigger(running, `refunds/${waiting.id}/finish`, { outcome: "succeeded" });
	assert.equal((await stripe.refunds.retrieve(waiting.id)).status, "succeeded");
	const refund = await stripe.refunds.create({ payment_intent: (await pay("pm_card_visa")).id });
	await trigger(running, `refunds/${refund.id}/finish`, { outcome: "failed" });
	assert.equal((await stripe.refunds.retrieve(refund.id)).status, "failed");
	assert.equal((await stripe.charges.retrieve(String(refund.charge))).amount_refunded, 0);
	assert.equal((await total()) - before, 1000 - 59 * 2);
	assert.equal((await stripe.events.list({ type: "refund.failed" })).data.length, 1);
});

test("a part can be disputed, an inquiry takes nothing, and a prevented dispute ends immediately", async () => {
	const pay = () =>
		stripe.paymentIntents.create({
			amount: 3000,
			currency: "usd",
			payment_method: "pm_card_visa",
			confirm: true,
		});
	const dispute = async (body: object) => {
		const { id, latest_charge } = await pay();
		await trigger(running, `charges/${latest_charge}/dispute`, body);
		const [opened] = (await stripe.disputes.list({ payment_intent: id })).data;
		assert.ok(opened);
		return opened;
	};
	const sum = ({ balance_transactions }: Stripe.Dispute) =>
		balance_transactions.reduce((cents, { amount }) => cents + amount, 0);
	const part = await dispute({ amount: 1000 });
	assert.deepEqual([part.amount, sum(part)], [1000, -1000]);
	await assert.rejects(dispute({ amount: 3001 }));
	const inquiry = await dispute({ reason: "inquiry" });
	assert.equal(sum(inquiry), 0);
	const prevented = await dispute({ prevented: true });
	assert.deepEqual([prevented.status, sum(prevented)], ["prevented", -3000]);
	await assert.rejects(trigger(running, `disputes/${prevented.id}/decide`, { outcome: "won" }));
});

test("a refund that the balance doesn't cover waits, and fails when its charge is disputed", async () => {
	await trigger(running, "reset");
	const { latest_charge: charge } = await stripe.paymentIntents.create({
		amount: 3000,
		currency: "usd",
		payment_method: "pm_card_visa",
		confirm: true,
	});
	const waiting = await stripe.refunds.create({ charge: String(charge) });
	assert.deepEqual([waiting.status, waiting.pending_reason], ["pending", "insufficient_funds"]);
	await trigger(running, `refunds/${waiting.id}/finish`, { outcome: "succeeded" });
	const other = await stripe.paymentIntents.create({
		amount: 3000,
		currency: "usd",
		payment_method: "pm_card_visa",
		confirm: true,
	});
	const part = { payment_intent: other.id, amount: 2900 };
	const second = await stripe.refunds.create(part);
	assert.equal(second.status, "pending");
	await trigger(running, `charges/${other.latest_charge}/dispute`);
	const failed = await stripe.refunds.retrieve(second.id);
	assert.deepEqual(
		[failed.status, failed.failure_reason],
		["failed", "charge_for_pending_refund_disputed"],
	);
	const [dispute] = (await stripe.disputes.list({ payment_intent: other.id })).data;
	assert.equal(dispute?.amount, 3000);
});
