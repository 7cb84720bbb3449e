import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { shares } from "../../catalogue/shares/tables.ts";
import type { DashboardMetrics } from "../../pages/dashboard/contract.ts";
import {
	beginCard,
	deliver,
	eventsOf,
	payCard,
	provider,
	reportSuccess,
	sandbox,
} from "../../test/fakes/provider.ts";
import {
	balanceOf,
	connect,
	connectedCents,
	disputeOf,
	finishRefund,
	mailsTo,
	makeOffer,
	purchaseOf,
	refundsOf,
	status,
	subjectsTo,
} from "../../test/fixtures/sale-helpers.ts";
import { call, cookiesOf, request, testCtx } from "../../test/fixtures/test-app.ts";
import { ledger } from "../tables.ts";
import { handleEvent, receiveWebhook } from "./provider-events.ts";
import { reconcilePurchases } from "./reconcile-purchases.ts";

const MINUTE = 60 * 1000;

/** Two payments begun before the creator limited the share to one copy, so that both are charged immediately. */
async function beginTwo(share: { id: string; slug: string }) {
	const begun = [await beginCard(share.slug), await beginCard(share.slug)] as const;
	await testCtx().db.update(shares).set({ maxSales: 1 }).where(eq(shares.id, share.id));
	return begun;
}

async function refundedCents(intentId: string): Promise<number> {
	const refunds = await refundsOf(intentId);
	return refunds.reduce((sum, refund) => sum + refund.amount, 0);
}

describe("a payment without stock", () => {
	// G20
	it("refunds a payment whose last copy was sold in the meantime, and notifies the buyer", async () => {
		const { creator, share } = await makeOffer();
		const [first, second] = await beginTwo(share);
		await payCard(first.intentId);
		await payCard(second.intentId);
		expect((await reportSuccess(first.intentId, first.cookies)).status).toBe(200);
		const email = `${share.id.toLowerCase()}@example.test`;
		const late = await reportSuccess(second.intentId, second.cookies, email);
		expect(late.status).toBe(409);
		expect(await late.json()).toMatchObject({
			code: "share.sold_out",
			message: expect.stringContaining("refunded in full"),
			details: { refunded: true },
		});
		expect(await refundedCents(second.intentId)).toBe(1000);
		expect(await subjectsTo(email)).toEqual([`Your payment is on its way back: ${share.title}`]);
		expect(await subjectsTo(creator.user.email)).toEqual([
			`You sold “${share.title}”: you keep $8.91`,
		]);
		const again = await call("POST", "/api/create-payment-intent", { shareId: share.slug });
		expect(await again.json()).toMatchObject({ code: "share.sold_out" });
		const { id } = await purchaseOf(second.intentId);
		const lines = await testCtx().db.select().from(ledger).where(eq(ledger.purchaseId, id));
		expect(lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(0);
	});

	it("costs a connected creator nothing for a payment without stock", async () => {
		const { creator, share } = await makeOffer();
		const account = await connect(creator);
		await status(creator);
		const [first, second] = await beginTwo(share);
		await payCard(first.intentId);
		await payCard(second.intentId);
		await reportSuccess(first.intentId, first.cookies);
		await reportSuccess(second.intentId, second.cookies);
		expect(await connectedCents(account)).toBe(891);
		const balance = await request("/api/balance", { cookies: creator.cookies });
		expect(await balance.json()).toMatchObject({ held: "0.00", connected: "8.91" });
	});

	it.each([
		["held by the platform", "lost"],
		["held by the platform", "open"],
		["sent to the creator's account", "lost"],
		["sent to the creator's account", "open"],
		["sent to the creator's account", "won"],
	])(
		"costs the creator nothing when the bank returns the payment first: %s, the dispute is %s",
		async (where, outcome) => {
			const { creator, share } = await makeOffer();
			if (where !== "held by the platform") {
				await connect(creator);
				await status(creator);
			}
			const [first, second] = await beginTwo(share);
			await payCard(first.intentId);
			await payCard(second.intentId, "pm_card_createDispute");
			await reportSuccess(first.intentId, first.cookies);
			await reportSuccess(second.intentId, second.cookies, "late@example.test");
			const dispute = await disputeOf(second.intentId);
			if (outcome !== "open") await sandbox(`/disputes/${dispute.id}/decide`, { outcome });
			// The SDK retries refunds that the provider refuses.
			for (const event of await eventsOf(second.intentId)) await handleEvent(testCtx(), event);
			const late = await purchaseOf(second.intentId);
			expect(late.autoRefundReason).toBe("sold_out");
			// The creator is only notified of the sale of the only copy.
			expect(await subjectsTo(creator.user.email)).toEqual([
				`You sold “${share.title}”: you keep $8.91`,
			]);
			const told = await mailsTo(testCtx().config.OPERATOR_EMAIL);
			const disputes = told.filter(({ subject }) => subject.endsWith(late.reference));
			expect(disputes.map(({ subject }) => subject.split(":")[0])).toEqual([
				"Dispute opened",
				...(outcome === "open" ? [] : [`Dispute ${outcome}`]),
			]);
			for (const { text } of disputes) {
				expect(text).toContain("its creator bears nothing of this and hasn't been told");
				expect(text).not.toContain("In total");
			}
			const lines = await testCtx().db.select().from(ledger).where(eq(ledger.purchaseId, late.id));
			expect(lines.map(({ kind }) => kind)).toContain("dispute");
			expect(lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(0);
		},
	);

	it("refunds a card payment if the same buyer has paid directly", async () => {
		const { creator, share } = await makeOffer();
		const setup = { cashAppHandle: "$creator1", releaseOnConfirmation: true };
		await call("POST", "/api/setup-cashapp", setup, creator.cookies);
		const started = await beginCard(share.slug);
		const direct = await call(
			"POST",
			"/api/confirm-direct-payment",
			{ shareId: share.slug, buyerEmail: "b@example.test", confirmationCode: share.id },
			started.cookies,
		);
		expect(await direct.json()).toMatchObject({ status: "paid" });
		expect(cookiesOf(direct)).not.toHaveProperty("__Host-buyer");
		await payCard(started.intentId);
		const reported = await reportSuccess(started.intentId, started.cookies);
		expect(await reported.json()).toMatchObject({ code: "payment.already_paid" });
		expect(await refundedCents(started.intentId)).toBe(1000);
	});

	it.each([
		["the browser reports first", false],
		["the provider reports first, without an address", true],
	])("refunds a payment if its address has paid in another browser: %s", async (_, isReported) => {
		const { creator, share } = await makeOffer();
		const email = `${share.id.toLowerCase()}@example.test`;
		const buy = async (address: string) => {
			const begun = await beginCard(share.slug);
			await payCard(begun.intentId);
			if (isReported) for (const event of await eventsOf(begun.intentId)) await deliver(event);
			return { ...begun, told: await reportSuccess(begun.intentId, begun.cookies, address) };
		};
		const [first, second] = [await buy(email), await buy(email)];
		expect(first.told.status).toBe(200);
		expect(await second.told.json()).toMatchObject({
			code: "payment.already_paid",
			reason: "payment.refunded_duplicate",
			details: { refunded: true },
		});
		expect(await refundedCents(second.intentId)).toBe(1000);
		expect(await refundedCents(first.intentId)).toBe(0);
		expect(await subjectsTo(email)).toEqual([
			`Your receipt: ${share.title}`,
			`Your payment is on its way back: ${share.title}`,
		]);
		expect((await buy(`other-${email}`)).told.status).toBe(200);
		const { filesSold } = await (
			await request("/api/dashboard", { cookies: creator.cookies })
		).json<DashboardMetrics>();
		expect(filesSold).toBe(2);
	});

	it("refunds duplicates by an address from browsers that never report", async () => {
		const { share } = await makeOffer();
		const email = `${share.id.toLowerCase()}@example.test`;
		const begun = await Promise.all(
			Array.from({ length: 3 }, () => beginCard(share.slug, {}, { buyerEmail: email })),
		);
		for (const { intentId } of begun) {
			await payCard(intentId);
			for (const event of await eventsOf(intentId)) await deliver(event);
		}
		const rows = await Promise.all(begun.map(({ intentId }) => purchaseOf(intentId)));
		expect(rows.map(({ state, autoRefundReason }) => [state, autoRefundReason])).toEqual([
			["paid", null],
			["refunded", "duplicate"],
			["refunded", "duplicate"],
		]);
	});

	it("refunds a payment for files that were withdrawn", async () => {
		const { share } = await makeOffer();
		const started = await beginCard(share.slug);
		await testCtx().db.update(shares).set({ status: "deleted" }).where(eq(shares.id, share.id));
		await payCard(started.intentId);
		expect((await reportSuccess(started.intentId, started.cookies)).status).toBe(409);
		expect(await purchaseOf(started.intentId)).toMatchObject({ autoRefundReason: "withdrawn" });
		expect(await refundedCents(started.intentId)).toBe(1000);
	});

	it("grants a payment if only sales were stopped", async () => {
		const { share } = await makeOffer();
		const started = await beginCard(share.slug);
		await testCtx()
			.db.update(shares)
			.set({ selling: false, expiresAt: 1 })
			.where(eq(shares.id, share.id));
		await payCard(started.intentId);
		expect((await reportSuccess(started.intentId, started.cookies)).status).toBe(200);
	});

	it("retries an automatic refund, whose money is never the creator's", async () => {
		const { creator, share } = await makeOffer();
		const [first, second] = await beginTwo(share);
		await payCard(first.intentId);
		await payCard(second.intentId, "pm_card_refundFail");
		await reportSuccess(first.intentId, first.cookies);
		await sandbox("/faults", {
			path: "/v1/refunds",
			method: "POST",
			contains: second.intentId,
			times: 2,
			status: 503,
		});
		expect((await reportSuccess(second.intentId, second.cookies)).status).toBe(409);
		expect(await refundedCents(second.intentId)).toBe(0);
		// From the first sale only, after fees.
		expect(await balanceOf(creator)).toMatchObject({ held: "8.91" });
		expect(await status(creator)).toMatchObject({ cardPayouts: { balance: "8.91" } });
		const later = (minutes: number) =>
			reconcilePurchases(testCtx({ now: () => Date.now() + minutes * MINUTE }));
		// Otherwise the refund waits, since the first sale's money is its creator's.
		await sandbox("/balances/topup");
		await later(11);
		expect(await refundedCents(second.intentId)).toBe(1000);
		await finishRefund(second.intentId, "failed");
		for (const event of await eventsOf(second.intentId)) await deliver(event);
		const made = await refundsOf(second.intentId);
		expect(made.map(({ status }) => status)).toEqual(["succeeded", "failed"]);
		expect(await purchaseOf(second.intentId)).toMatchObject({
			state: "refunded",
			refundedCents: 1000,
		});
	});
});

/** The cents that an intent has authorised and captured, and those that the provider moved for it. */
async function moneyOf(intentId: string) {
	const { status, latest_charge: charge } = await provider().paymentIntents.retrieve(intentId);
	const { data } = await provider().balanceTransactions.list({ source: String(charge) });
	return { status, moved: data.reduce((cents, { net }) => cents + net, 0) };
}

const LIMITS = ["one copy", "a link", "a use for each buyer"] as const;

async function makeLimited(limit: (typeof LIMITS)[number]) {
	const { creator, share } = await makeOffer(
		limit === "one copy" ? { maxSales: 1 } : limit === "a link" ? { saleMode: "link" } : {},
	);
	if (limit === "one copy" || limit === "a link") return { creator, share, terms: {} };
	const code = { code: "EARLY", percent: 10, amount: null, maxUses: null, maxPerBuyer: 1 };
	const made = await call("POST", "/api/discounts", code, creator.cookies);
	expect(made.status).toBe(201);
	return { creator, share, terms: { code: "EARLY" } };
}

describe("an authorised payment", () => {
	it.each(LIMITS)("cancels without a fee an authorised payment too late for %s", async (limit) => {
		const { share, terms } = await makeLimited(limit);
		const email = `${share.id.toLowerCase()}@example.test`;
		const begin = () => beginCard(share.slug, {}, terms);
		const [first, second] = [await begin(), await begin()];
		await payCard(first.intentId);
		await payCard(second.intentId);
		expect(await moneyOf(first.intentId)).toEqual({ status: "requires_capture", moved: 0 });
		expect((await reportSuccess(first.intentId, first.cookies, email)).status).toBe(200);
		expect(await moneyOf(first.intentId)).toMatchObject({ status: "succeeded" });
		for (let times = 0; times < 2; times++) {
			const late = await reportSuccess(second.intentId, second.cookies, email);
			expect([late.status, await late.json()]).toMatchObject([
				409,
				{ message: expect.stringContaining("wasn't charged"), details: { refunded: false } },
			]);
		}
		for (const event of await eventsOf(second.intentId)) await deliver(event);
		expect(await moneyOf(second.intentId)).toEqual({ status: "canceled", moved: 0 });
		expect(await purchaseOf(second.intentId)).toMatchObject({ state: "cancelled", paidAt: null });
		expect(await subjectsTo(email)).toEqual([
			`Your receipt: ${share.title}`,
			`You haven’t been charged: ${share.title}`,
		]);
	});

	it("captures an authorised payment by the webhook alone, once", async () => {
		const { share } = await makeOffer({ maxSales: 1 });
		const { intentId } = await beginCard(share.slug);
		await payCard(intentId);
		for (const event of await eventsOf(intentId)) expect((await deliver(event)).status).toBe(200);
		const { type } = (await eventsOf(intentId)).at(-1) ?? {};
		expect(type).toBe("charge.updated");
		for (const event of (await eventsOf(intentId)).toReversed()) await deliver(event);
		expect(await purchaseOf(intentId)).toMatchObject({ state: "paid" });
	});

	const later = () => reconcilePurchases(testCtx({ now: () => Date.now() + 11 * MINUTE }));

	it("keeps an authorised payment's copy while the provider is away, and captures it by the cron", async () => {
		const { share } = await makeOffer({ maxSales: 1 });
		const [first, second] = [await beginCard(share.slug), await beginCard(share.slug)];
		await payCard(first.intentId);
		const path = `/v1/payment_intents/${first.intentId}/capture`;
		await sandbox("/faults", { path, times: 2, effect: "after" });
		expect((await reportSuccess(first.intentId, first.cookies)).status).toBe(503);
		expect(await purchaseOf(first.intentId)).toMatchObject({ state: "processing" });
		await payCard(second.intentId);
		expect((await reportSuccess(second.intentId, second.cookies)).status).toBe(409);
		await later();
		expect(await purchaseOf(first.intentId)).toMatchObject({ state: "paid" });
	});

	it.each([
		["the bank refuses the capture", false],
		["the bank no longer holds the money", true],
	])("gives an authorised payment's copy back if %s", async (_, isExpired) => {
		const { share } = await makeOffer({ maxSales: 1 });
		const { intentId, cookies } = await beginCard(share.slug);
		await payCard(intentId);
		const path = `/v1/payment_intents/${intentId}/capture`;
		if (isExpired) await sandbox(`/payment_intents/${intentId}/expire`);
		else await sandbox("/faults", { path, times: 1, status: 402 });
		const told = await reportSuccess(intentId, cookies);
		expect([told.status, await told.json()]).toMatchObject([
			402,
			{ code: "payment.not_succeeded" },
		]);
		expect(await purchaseOf(intentId)).toMatchObject({ state: "cancelled" });
		expect(await moneyOf(intentId)).toEqual({ status: "canceled", moved: 0 });
		const again = await beginCard(share.slug, cookies);
		await payCard(again.intentId);
		expect((await reportSuccess(again.intentId, cookies)).status).toBe(200);
	});

	it("cancels a refused authorisation by the cron if it failed before", async () => {
		const { share } = await makeOffer({ maxSales: 1 });
		const [first, second] = [await beginCard(share.slug), await beginCard(share.slug)];
		await payCard(first.intentId);
		await reportSuccess(first.intentId, first.cookies);
		await payCard(second.intentId);
		const path = `/v1/payment_intents/${second.intentId}/cancel`;
		await sandbox("/faults", { path, times: 2, status: 503 });
		expect((await reportSuccess(second.intentId, second.cookies)).status).toBe(503);
		expect(await moneyOf(second.intentId)).toMatchObject({ status: "requires_capture" });
		await later();
		expect(await moneyOf(second.intentId)).toEqual({ status: "canceled", moved: 0 });
		expect(await purchaseOf(second.intentId)).toMatchObject({ state: "cancelled" });
	});
});

describe("thirty concurrent buyers of the last copy", () => {
	// G20
	it("sells the last copy to one of thirty buyers, and charges no other", async () => {
		const { share } = await makeOffer({ maxSales: 1 });
		const started = await Promise.all(Array.from({ length: 30 }, () => beginCard(share.slug)));
		const statuses = await Promise.all(
			started.map(async ({ intentId, cookies }) => {
				await payCard(intentId);
				return (await reportSuccess(intentId, cookies)).status;
			}),
		);
		expect(statuses.filter((status) => status === 200)).toHaveLength(1);
		const money = await Promise.all(started.map(({ intentId }) => moneyOf(intentId)));
		expect(money.filter(({ status, moved }) => status === "canceled" && moved === 0)).toHaveLength(
			29,
		);
	});
});

describe("the webhook without a configured secret", () => {
	it("answers 404 to webhooks without a configured secret", async () => {
		const ctx = testCtx();
		const open = { ...ctx, config: { ...ctx.config, STRIPE_WEBHOOK_SECRET: "" } };
		await expect(receiveWebhook(open, { body: "{}", signature: "" })).rejects.toMatchObject({
			status: 404,
		});
	});
});
