import { env } from "cloudflare:workers";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Stripe } from "stripe";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Ctx } from "../../core/context.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { deliver, payCard, provider, sandbox } from "../../test/fakes/provider.ts";
import {
	balanceOf,
	chargeOf,
	connect,
	connectedCents,
	deliverAll,
	disputeOf,
	finishRefund,
	isPaid,
	refundSale,
	salesOf,
	sell,
	status,
	subjectsTo,
} from "../../test/fixtures/sale-helpers.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { payoutMethods, payoutTransfers } from "../tables.ts";
import {
	reconcileNextPayouts,
	reconcilePayouts,
	reconcileRecentPayouts,
} from "./reconcile-payouts.ts";

const HOUR = 60 * 60 * 1000;

// Transfers that do not come from a charge need money on the platform's balance.
beforeAll(async () => {
	const intent = await provider().paymentIntents.create({ amount: 500_000, currency: "usd" });
	await payCard(intent.id, "pm_card_bypassPending");
});

describe("held money", () => {
	it("shows held money, and transfers it once an account is connected", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator);
		expect(await status(creator)).toMatchObject({
			hasPaymentSetup: false,
			cardPayouts: { connected: false, balance: "8.91" },
		});
		expect(await salesOf(creator, sold.share)).toMatchObject([
			{ net: "8.91", platformFee: "0.50", processingFee: "0.59", where: "balance" },
		]);
		const account = await connect(creator);
		expect(await status(creator)).toMatchObject({
			paymentMethod: "stripe",
			cardPayouts: { connected: true, chargesEnabled: true, isAbroad: false, balance: "0.00" },
		});
		expect(await connectedCents(account)).toBe(891);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ where: "transferred" }]);
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00", connected: "8.91" });
	});

	it("transfers held money once in any number of concurrent runs", async () => {
		const creator = await makeCreator();
		const account = await connect(creator);
		for (let sale = 0; sale < 3; sale++) await sell(creator);
		const other = await makeCreator();
		await sell(other);
		await connect(other);
		const owners = [creator.user.id, other.user.id];
		await testCtx()
			.db.update(payoutMethods)
			.set({ chargesEnabled: true })
			.where(inArray(payoutMethods.userId, owners));
		const scope = { creatorId: creator.user.id };
		await Promise.all([1, 2, 3].map(() => reconcilePayouts(testCtx(), scope)));
		await reconcilePayouts(testCtx(), scope);
		expect(await connectedCents(account)).toBe(3 * 891);
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00", connected: "26.73" });
		expect(await balanceOf(other)).toMatchObject({ held: "8.91" });
	});

	it.each([
		["what changed lately", (ctx: Ctx) => reconcileRecentPayouts(ctx)],
		["one after the other", (ctx: Ctx) => reconcileNextPayouts(ctx, null)],
	])("transfers held money by the jobs that go through %s", async (_, run) => {
		const creator = await makeCreator();
		const account = await connect(creator);
		const { id } = creator.user;
		const wait = { chargesEnabled: false };
		const { db } = testCtx();
		await db.update(payoutMethods).set(wait).where(eq(payoutMethods.userId, id));
		await sell(creator);
		const waiting = () =>
			db
				.select({ at: purchases.unbalancedAt })
				.from(purchases)
				.where(and(eq(purchases.creatorId, id), isNotNull(purchases.unbalancedAt)));
		expect(await waiting()).toHaveLength(1);
		await run(testCtx());
		expect(await connectedCents(account)).toBe(0);
		await db
			.update(payoutMethods)
			.set({ chargesEnabled: true })
			.where(eq(payoutMethods.userId, id));
		await run(testCtx());
		expect(await connectedCents(account)).toBe(891);
		expect(await waiting()).toEqual([]);
	});

	it("names the charge as a transfer's source up to its amount", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator, { method: "pm_card_refundFail" });
		const account = await connect(creator);
		await status(creator);
		const scope = { creatorId: creator.user.id };
		await refundSale(creator, sold);
		await reconcilePayouts(testCtx(), scope);
		expect(await connectedCents(account)).toBe(0);
		await finishRefund(sold.intentId, "failed");
		await deliverAll(sold);
		await reconcilePayouts(testCtx(), scope);
		expect(await connectedCents(account)).toBe(891);
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00", connected: "8.91" });
		// Transfers from a charge may sum to its amount; the rest comes from the balance.
		const sent = await provider().transfers.list({ destination: account });
		expect(sent.data.map((transfer) => [transfer.amount, transfer.source_transaction])).toEqual([
			[782, null],
			[109, await chargeOf(sold)],
			[891, await chargeOf(sold)],
		]);
	});

	it("transfers from the balance if the charge is refused as a source", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator);
		const account = await connect(creator);
		await provider().transfers.create({
			amount: 500,
			currency: "usd",
			destination: account,
			source_transaction: await chargeOf(sold),
		});
		await status(creator);
		expect(await balanceOf(creator)).toMatchObject({ held: "8.91" });
		const later = testCtx({ now: () => Date.now() + 2 * HOUR });
		await reconcilePayouts(later, { creatorId: creator.user.id });
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00", connected: "8.91" });
		expect(await connectedCents(account)).toBe(891 + 500);
	});

	it("transfers once if the database fails after the provider's move", async () => {
		const creator = await makeCreator();
		await sell(creator);
		const account = await connect(creator);
		await testCtx()
			.db.update(payoutMethods)
			.set({ chargesEnabled: true })
			.where(eq(payoutMethods.userId, creator.user.id));
		const scope = { creatorId: creator.user.id };
		const ctx = testCtx();
		const batch = ctx.db.batch.bind(ctx.db);
		const spy = vi.spyOn(ctx.db, "batch").mockImplementation(async (statements) => {
			if ((await connectedCents(account)) === 0) return batch(statements);
			throw new Error("D1_ERROR: Network connection lost.");
		});
		await reconcilePayouts(ctx, scope);
		expect(spy).toHaveBeenCalled();
		expect(await connectedCents(account)).toBe(891);
		expect(await balanceOf(creator)).toMatchObject({ held: "8.91", connected: "0.00" });
		await reconcilePayouts(testCtx(), scope);
		expect(await connectedCents(account)).toBe(891);
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00", connected: "8.91" });
	});

	it("holds money while the provider refuses, and transfers it later", async () => {
		const creator = await makeCreator();
		await sell(creator);
		const account = await connect(creator);
		await sandbox("/faults", {
			path: "/v1/transfers",
			method: "POST",
			contains: account,
			times: 2,
			status: 500,
		});
		await status(creator);
		expect(await balanceOf(creator)).toMatchObject({ held: "8.91" });
		await reconcilePayouts(testCtx(), { creatorId: creator.user.id });
		expect(await connectedCents(account)).toBe(891);
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00" });
	});
});

describe("a connected creator", () => {
	async function connected() {
		const creator = await makeCreator();
		const account = await connect(creator);
		await status(creator);
		return { creator, account };
	}

	it("sends a connected creator the money immediately, less both fees", async () => {
		const { creator, account } = await connected();
		const sold = await sell(creator);
		expect(await connectedCents(account)).toBe(891);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ net: "8.91", where: "connected" }]);
	});

	it("pays the cost of a refund, and gets the platform's fee returned", async () => {
		const { creator, account } = await connected();
		const sold = await sell(creator);
		expect((await refundSale(creator, sold)).body).toMatchObject({ state: "refunded" });
		expect(await isPaid(sold)).toBe(false);
		await reconcilePayouts(testCtx(), { creatorId: creator.user.id });
		// The processing fee is not returned: the provider keeps it.
		expect(await connectedCents(account)).toBe(-59);
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00", connected: "-0.59" });
	});

	it("pays creators in debt through the platform", async () => {
		const { creator, account } = await connected();
		const sold = await sell(creator, { method: "pm_card_createDispute" });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(false);
		await reconcilePayouts(testCtx(), { creatorId: creator.user.id });
		expect(await connectedCents(account)).toBe(0);
		expect(await balanceOf(creator)).toMatchObject({ held: "-16.09", connected: "0.00" });
		const next = await sell(creator, { priceCents: 5000 });
		expect(await salesOf(creator, next.share)).toMatchObject([{ where: "balance" }]);
		await reconcilePayouts(testCtx(), { creatorId: creator.user.id });
		const fees = 250 + 175;
		expect(await connectedCents(account)).toBe(5000 - fees - 1609);
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00" });
	});

	it("withholds a debt from two concurrent runs", async () => {
		const { creator, account } = await connected();
		await deliverAll(await sell(creator, { method: "pm_card_createDispute" }));
		const scope = { creatorId: creator.user.id };
		await reconcilePayouts(testCtx(), scope);
		expect(await balanceOf(creator)).toMatchObject({ held: "-16.09", connected: "0.00" });
		const { db } = testCtx();
		const isOwn = eq(payoutMethods.userId, creator.user.id);
		await db.update(payoutMethods).set({ chargesEnabled: false }).where(isOwn);
		const first = await sell(creator, { priceCents: 5000 });
		// Less than half of it remains for the creator.
		await sell(creator, { priceCents: 2500 });
		await db.update(payoutMethods).set({ chargesEnabled: true }).where(isOwn);
		await sandbox("/faults", {
			path: "/v1/transfers",
			method: "POST",
			contains: await chargeOf(first),
			times: 1,
			status: 503,
		});
		await Promise.all([1, 2].map(() => reconcilePayouts(testCtx(), scope)));
		expect(await connectedCents(account)).toBe(4575 + 2272 - 1609);
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00" });
	});

	it("asks an empty account for a debt ever more rarely", async () => {
		const { creator } = await connected();
		await deliverAll(await sell(creator, { method: "pm_card_createDispute" }));
		await sandbox("/faults", {
			path: "/v1/transfers/*/reversals",
			method: "POST",
			contains: "",
			times: 100,
			status: 400,
		});
		const began = Date.now();
		for (let hour = 0; hour < 30; hour++)
			await reconcilePayouts(testCtx({ now: () => began + hour * (HOUR + 1000) }), {
				creatorId: creator.user.id,
			});
		const tried = await testCtx()
			.db.select({ at: payoutTransfers.createdAt, state: payoutTransfers.state })
			.from(payoutTransfers)
			.where(eq(payoutTransfers.creatorId, creator.user.id))
			.orderBy(payoutTransfers.createdAt);
		expect(new Set(tried.map(({ state }) => state))).toEqual(new Set(["failed"]));
		const hours = tried.map(({ at }) => Math.floor((at - began) / HOUR));
		expect(hours).toEqual([0, 1, 3, 6, 10, 15, 21, 28]);
		await fetch(`${env.STRIPE_API_BASE}/_sandbox/faults`, { method: "DELETE" });
	});

	it("gets disputed money back when the dispute is won", async () => {
		const { creator, account } = await connected();
		const sold = await sell(creator, { method: "pm_card_createDispute" });
		await deliverAll(sold);
		await reconcilePayouts(testCtx(), { creatorId: creator.user.id });
		const dispute = await disputeOf(sold.intentId);
		await sandbox(`/disputes/${dispute.id}/decide`, { outcome: "won" });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(true);
		await reconcilePayouts(testCtx({ now: () => Date.now() + 2 * HOUR }), {
			creatorId: creator.user.id,
		});
		expect(await balanceOf(creator)).toMatchObject({ held: "-6.09", connected: "0.00" });
		expect(await connectedCents(account)).toBe(0);
		// The charge's own transfer has nothing left that a refund could reverse.
		expect((await refundSale(creator, sold)).body).toMatchObject({ state: "refunded" });
		expect(await balanceOf(creator)).toMatchObject({ held: "-15.59", connected: "0.00" });
	});

	it("notifies a creator who disconnects the account, and holds the money", async () => {
		const creator = await makeCreator();
		const account = await connect(creator);
		await status(creator);
		await sell(creator);
		const events = await provider().events.list({ limit: 1 }, { stripeAccount: account });
		await sandbox(`/accounts/${account}/deauthorize`);
		const event = {
			...events.data[0],
			id: `evt_${account}`,
			type: "account.application.deauthorized",
			data: { object: { id: "ca_sandbox", object: "application", name: null } },
		} as Stripe.Event; // its account can't be asked for it any more
		for (let times = 0; times < 2; times++)
			expect((await deliver(event, { secret: "whsec_connect" })).status).toBe(200);
		expect(await status(creator)).toMatchObject({ cardPayouts: { chargesEnabled: false } });
		const disconnected = (subject: string) => subject.includes("disconnected");
		expect((await subjectsTo(creator.user.email)).filter(disconnected)).toEqual([
			"Your Stripe account is disconnected",
		]);
		expect(await subjectsTo(testCtx().config.OPERATOR_EMAIL)).toContain(
			`Stripe account disconnected: ${creator.user.email}`,
		);
		await sell(creator);
		await reconcilePayouts(testCtx(), { creatorId: creator.user.id });
		expect(await balanceOf(creator)).toMatchObject({ held: "8.91" });
	});

	it("sells for a restricted account, and holds the money", async () => {
		const { creator, account } = await connected();
		await sandbox(`/accounts/${account}/restrict`);
		const sold = await sell(creator);
		expect(sold.told.status).toBe(200);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ where: "balance" }]);
	});
});
