import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { CRONS } from "../../core/crons.ts";
import { saveCursor } from "../../core/job-cursor.ts";
import { runJobs } from "../../maintenance/jobs.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { beginCard, payCard, provider, sandbox } from "../../test/fakes/provider.ts";
import { purchaseOf } from "../../test/fixtures/sale-helpers.ts";
import { makeBuyer, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import { payoutMethods } from "../tables.ts";
import { EVENT_CURSOR, readMissedEvents } from "./read-missed-events.ts";

const MINUTE = 60 * 1000;

async function chargeOf(intentId: string): Promise<string> {
	return String((await provider().paymentIntents.retrieve(intentId)).latest_charge);
}

/** One run of the five-minute cron, a little later. */
function cron(minutes: number): Promise<void> {
	return runJobs(testCtx({ now: () => Date.now() + minutes * MINUTE }), CRONS.repairs.expression);
}

// The sandbox has the events of all tests; these are the limits of one run.
beforeEach(() => readMissedEvents(testCtx(), { applied: 9_000, listed: 9_000, spans: 1 }));

it("reads events again in the next run if processing failed", async () => {
	const creator = await makeCreator();
	const share = await makeShare(creator.user.id);
	const { intentId } = await beginCard(share.slug);
	await payCard(intentId);
	expect((await purchaseOf(intentId)).state).toBe("started");
	await sandbox("/faults", { path: `/v1/payment_intents/${intentId}`, times: 4, status: 500 });
	await cron(1);
	await cron(2);
	expect((await purchaseOf(intentId)).state).toBe("paid");
});

it("repairs more events than one run reads, the oldest first", async () => {
	const creator = await makeCreator();
	const share = await makeShare(creator.user.id);
	const paid: string[] = [];
	for (let n = 0; n < 3; n++) {
		const { intentId } = await beginCard(share.slug);
		await payCard(intentId);
		paid.push(intentId);
	}
	const states = async () => {
		const rows = await Promise.all(paid.map(purchaseOf));
		return rows.filter(({ state }) => state === "paid").length;
	};
	await readMissedEvents(testCtx({ now: () => Date.now() + MINUTE }), {
		applied: 2,
		listed: 5000,
		spans: 1,
	});
	expect(await states()).toBeLessThan(paid.length);
	for (let run = 2; run < 200 && (await states()) < paid.length; run++)
		await readMissedEvents(testCtx({ now: () => Date.now() + run * MINUTE }), {
			applied: 2,
			listed: 5000,
			spans: 1,
		});
	expect(await states()).toBe(paid.length);
});

it("repairs any number of events of a short time", async () => {
	// Earlier tests have moved the clock ahead.
	await saveCursor(testCtx(), EVENT_CURSOR, String(Date.now() - 1000));
	const creator = await makeCreator();
	const share = await makeShare(creator.user.id);
	const paid: string[] = [];
	for (let n = 0; n < 12; n++) {
		const { intentId } = await beginCard(share.slug);
		await payCard(intentId);
		paid.push(intentId);
	}
	// Far fewer than a run lists otherwise, and than there are of these payments alone.
	const limits = { applied: 5, listed: 4, spans: 2 };
	const runs = Array.from({ length: 60 }, (_, run) => run);
	for (const run of runs)
		await readMissedEvents(testCtx({ now: () => Date.now() + MINUTE + run * 1000 }), limits);
	const rows = await Promise.all(paid.map(purchaseOf));
	expect(rows.map(({ state }) => state)).toEqual(paid.map(() => "paid"));
});

// G19
it("repairs all lost webhooks in one run, also of payments that no browser reported", async () => {
	const creator = await makeCreator({ emailVerifiedAt: 1 });
	const connect = await call("POST", "/api/setup-card-payouts", { country: "US" }, creator.cookies);
	expect(connect.status).toBe(200);
	const share = await makeShare(creator.user.id, { maxSales: 3 });
	const begin = async () => (await beginCard(share.slug)).intentId;
	const [one, two, declined, three, late, open] = [
		await begin(),
		await begin(),
		await begin(),
		await begin(),
		await begin(),
		await begin(),
	];
	await payCard(one);
	await payCard(two, "pm_card_createDispute");
	await expect(payCard(declined, "pm_card_chargeDeclined")).rejects.toThrow();
	await payCard(three);
	await cron(3);
	expect((await purchaseOf(one)).state).toBe("paid");
	expect((await purchaseOf(two)).state).toBe("disputed");
	await payCard(late);
	await sandbox(`/charges/${await chargeOf(three)}/refund`, { amount: 250 });
	await sandbox(`/charges/${await chargeOf(one)}/refund`);
	const subscribe = await call("POST", "/api/create-subscription", undefined, creator.cookies);
	const { clientSecret } = (await subscribe.json()) as { clientSecret: string };
	await payCard(clientSecret.split("_secret_")[0] ?? "");
	const [method] = await testCtx()
		.db.select()
		.from(payoutMethods)
		.where(eq(payoutMethods.userId, creator.user.id));
	await sandbox(`/accounts/${method?.stripeAccountId}/onboard`);
	await cron(4);
	expect(await purchaseOf(one)).toMatchObject({ state: "refunded", autoRefundReason: null });
	expect(await purchaseOf(three)).toMatchObject({ state: "paid", refundedCents: 250 });
	// The refund and the last payment were both new in that run; either may be read first.
	expect(["paid", "refunded"]).toContain((await purchaseOf(late)).state);
	expect((await purchaseOf(declined)).state).toBe("started");
	expect((await purchaseOf(open)).state).toBe("started");
	const limits = await request("/api/user/transaction-limits", { cookies: creator.cookies });
	expect(await limits.json()).toMatchObject({ remaining: -1 });
	const status = await testCtx()
		.db.select()
		.from(payoutMethods)
		.where(eq(payoutMethods.userId, creator.user.id));
	expect(status).toMatchObject([{ chargesEnabled: true }]);
	const buyer = await makeBuyer();
	const fields = { state: "started", paidAt: null, createdAt: Date.now() } as const;
	const { id } = await makePurchase(share, buyer.id, fields);
	await cron(24 * 60 + 11);
	const isUnstarted = eq(purchases.id, id);
	const [unstarted] = await testCtx().db.select().from(purchases).where(isUnstarted);
	expect(unstarted).toMatchObject({ state: "cancelled", paymentIntentId: null });
	expect((await purchaseOf(open)).state).toBe("cancelled");
	expect((await provider().paymentIntents.retrieve(open)).status).toBe("canceled");
});
