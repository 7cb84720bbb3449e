import { env } from "cloudflare:workers";
import { and, eq, isNotNull } from "drizzle-orm";
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
	isPaid,
	refund,
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
	it("is shown, and is transferred when the creator connects an account", async () => {
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

	it("is transferred once, however many runs happen, also concurrently", async () => {
		const creator = await makeCreator();
		const account = await connect(creator);
		for (let sale = 0; sale < 3; sale++) await sell(creator);
		await testCtx()
			.db.update(payoutMethods)
			.set({ chargesEnabled: true })
			.where(eq(payoutMethods.userId, creator.user.id));
		const scope = { creatorId: creator.user.id };
		await Promise.all([1, 2, 3].map(() => reconcilePayouts(testCtx(), scope)));
		await reconcilePayouts(testCtx(), scope);
		expect(await connectedCents(account)).toBe(3 * 891);
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00", connected: "26.73" });
	});

	it.each([
		["what changed lately", (ctx: Ctx) => reconcileRecentPayouts(ctx)],
		["one after the other", (ctx: Ctx) => reconcileNextPayouts(ctx, null)],
	])("is transferred by the jobs that go through %s, and waits no more", async (_, run) => {
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

	it("names the charge as its source up to the charge's amount, also in later transfers", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator, { method: "pm_card_refundFail" });
		const account = await connect(creator);
		await status(creator);
		const scope = { creatorId: creator.user.id };
		const [sale] = await salesOf(creator, sold.share);
		await refund(creator, sale!.id);
		await reconcilePayouts(testCtx(), scope);
		expect(await connectedCents(account)).toBe(0);
		const [made] = (await provider().refunds.list({ payment_intent: sold.intentId })).data;
		await sandbox(`/refunds/${made?.id}/finish`, { outcome: "failed" });
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

	it("is transferred from the balance when the provider refuses the charge as its source", async () => {
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

	it("is transferred once when the database fails just after the provider has moved it", async () => {
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

	it("stays held while the provider refuses, and is transferred later", async () => {
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

	it("receives the money at once, less both fees", async () => {
		const { creator, account } = await connected();
		const sold = await sell(creator);
		expect(await connectedCents(account)).toBe(891);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ net: "8.91", where: "connected" }]);
	});

	it("pays what a refund costs, and gets the platform's fee returned", async () => {
		const { creator, account } = await connected();
		const sold = await sell(creator);
		const [sale] = await salesOf(creator, sold.share);
		expect((await refund(creator, sale!.id)).body).toMatchObject({ state: "refunded" });
		expect(await isPaid(sold)).toBe(false);
		await reconcilePayouts(testCtx(), { creatorId: creator.user.id });
		// The processing fee is not returned: the provider keeps it.
		expect(await connectedCents(account)).toBe(-59);
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00", connected: "-0.59" });
	});

	it("is paid through the platform while in debt after a dispute", async () => {
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

	it("in debt is not paid what covers it by two concurrent runs, of which one is slow", async () => {
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

	it("whose account stays empty is asked for a debt ever more rarely", async () => {
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
		const [dispute] = (await provider().disputes.list({ charge: await chargeOf(sold) })).data;
		await sandbox(`/disputes/${dispute?.id}/decide`, { outcome: "won" });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(true);
		await reconcilePayouts(testCtx({ now: () => Date.now() + 2 * HOUR }), {
			creatorId: creator.user.id,
		});
		expect(await balanceOf(creator)).toMatchObject({ held: "-6.09", connected: "0.00" });
		expect(await connectedCents(account)).toBe(0);
		// The charge's own transfer has nothing left that a refund could reverse.
		const [sale] = await salesOf(creator, sold.share);
		expect((await refund(creator, sale!.id)).body).toMatchObject({ state: "refunded" });
		expect(await balanceOf(creator)).toMatchObject({ held: "-15.59", connected: "0.00" });
	});

	it("who disconnects the account is told, and is not paid there: the platform holds the money", async () => {
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

	it("can go on selling when the account is restricted: the platform holds the money", async () => {
		const { creator, account } = await connected();
		await sandbox(`/accounts/${account}/restrict`);
		const sold = await sell(creator);
		expect(sold.told.status).toBe(200);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ where: "balance" }]);
	});
});
