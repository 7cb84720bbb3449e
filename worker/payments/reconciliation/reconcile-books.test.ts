import { and, eq } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { shares } from "../../catalogue/shares/tables.ts";
import { DAY_MS, HOUR_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { CRONS } from "../../core/crons.ts";
import { saveCursor } from "../../core/job-cursor.ts";
import { deepHealth } from "../../maintenance/deep-health.ts";
import { runJobs } from "../../maintenance/jobs.ts";
import { beginCard, payCard, provider, sandbox } from "../../test/fakes/provider.ts";
import {
	type Creator,
	chargeOf,
	connect,
	deliverAll,
	disputeOf,
	mailsTo,
	purchaseOf,
	refundSale,
	refundsOf,
	type Sold,
	sell,
	status,
} from "../../test/fixtures/sale-helpers.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { reconcilePayouts } from "../payouts/reconcile-payouts.ts";
import { ledger } from "../tables.ts";
import { latestReconciliation, reconcileBooks } from "./reconcile-books.ts";

type Listed = { data: { source: { id: string } | null }[] };

let began: number;
/** this test's objects at the provider: other tests use the same sandbox at the same time */
let own: Set<string>;

beforeEach(() => {
	began = Date.now();
	own = new Set();
	vi.spyOn(console, "error").mockImplementation(() => undefined);
});

/** A `fetch` for the provider's client that sees only this test's movements, in pages of `size`. */
function listingOwn(isAway: () => boolean, size: number): typeof fetch {
	const send = globalThis.fetch;
	return async (input, init) => {
		const url = String(input);
		if (!url.includes("/v1/balance_transactions")) return send(input, init);
		if (isAway()) return new Response("{}", { status: 500 });
		const response = await send(url.replace("limit=100", `limit=${size}`), init);
		const list = await response.json<Listed>();
		const data = list.data.map((one) =>
			own.has(one.source?.id ?? "") ? one : { ...one, source: null },
		);
		return Response.json({ ...list, data });
	};
}

/** A context a little more than an hour later, whose client of the provider lists this test's movements. */
async function later<T>(
	work: (ctx: Ctx) => Promise<T>,
	{ isAway = () => false, size = 100 }: { isAway?: () => boolean; size?: number } = {},
): Promise<T> {
	const base = testCtx({ now: () => Date.now() + HOUR_MS + 2000 });
	// A client keeps the `fetch` it was created with, and each configuration has its own client.
	const ctx = { ...base, config: { ...base.config } };
	const listing = listingOwn(isAway, size);
	const spy = vi.spyOn(globalThis, "fetch").mockImplementation(listing);
	try {
		return await work(ctx);
	} finally {
		spy.mockRestore();
	}
}

const cursor = (fields: Record<string, unknown> = {}) =>
	JSON.stringify({ until: began + DAY_MS, done: 7, rest: null, waiting: [], ...fields });

/** One run over this test's rows. */
async function reconcile(from = cursor(), bounds?: { pages: number; lookups: number }, size = 100) {
	const next = await later((ctx) => reconcileBooks(ctx, from, bounds), { size });
	return { next, result: (await latestReconciliation(testCtx()))! };
}

/** Notes the objects of a sale at the provider as this test's; returns the charge. */
async function note(sold: Pick<Sold, "intentId">): Promise<string> {
	const charge = await chargeOf(sold as Sold);
	own.add(charge);
	for (const one of (await provider().refunds.list({ charge })).data) own.add(one.id);
	for (const one of (await provider().disputes.list({ charge })).data) own.add(one.id);
	return charge;
}

async function refunded(creator: Creator, sold: Sold): Promise<string> {
	await refundSale(creator, sold);
	const [made] = await refundsOf(sold.intentId);
	return made!.id;
}

async function disputed(creator: Creator, outcome: "winning_evidence" | "losing_evidence") {
	const sold = await sell(creator, { method: "pm_card_createDispute" });
	await deliverAll(sold);
	const dispute = await disputeOf(sold.intentId);
	await provider().disputes.update(dispute.id, { evidence: { uncategorized_text: outcome } });
	await deliverAll(sold);
	return { ...sold, dispute: dispute.id };
}

it("finds no difference over sales, refunds, failed refunds, disputes won and lost, and subscriptions", async () => {
	const creator = await makeCreator({ emailVerifiedAt: 1 });
	const held = await sell(creator);
	const partly = await sell(creator);
	await provider().refunds.create({ payment_intent: partly.intentId, amount: 333 });
	await deliverAll(partly);
	const failing = await sell(creator, { method: "pm_card_refundFail" });
	const failed = await refunded(creator, failing);
	await sandbox(`/refunds/${failed}/finish`, { outcome: "failed" });
	await deliverAll(failing);
	const won = await disputed(creator, "winning_evidence");
	const lost = await disputed(creator, "losing_evidence");

	const other = await makeCreator();
	await connect(other);
	await status(other);
	const routed = await sell(other);
	await refunded(other, routed);

	const only = await makeShare(creator.user.id);
	const [first, second] = [await beginCard(only.slug), await beginCard(only.slug)];
	// Set after the payments: those for a limited share would only be authorised.
	await testCtx().db.update(shares).set({ maxSales: 1 }).where(eq(shares.id, only.id));
	await payCard(first.intentId);
	await payCard(second.intentId);
	await runJobs(testCtx({ now: () => Date.now() + 60_000 }), CRONS.repairs.expression);

	const subscriber = await makeCreator();
	const begun = await call("POST", "/api/create-subscription", undefined, subscriber.cookies);
	const { clientSecret } = await begun.json<{ clientSecret: string }>();
	const subscription = { intentId: clientSecret.split("_secret_")[0] ?? "" };
	await payCard(subscription.intentId);

	for (const one of [held, partly, failing, won, lost, routed, first, second, subscription])
		await note(one);
	const { result, next } = await reconcile();
	expect(result.differences).toEqual([]);
	// Eight charges, four refunds, a failure, two withdrawals and a return; the subscription's is not compared.
	expect(result).toMatchObject({ checked: 16, differenceCents: 0 });
	expect(result.until).toBeGreaterThan(began);
	expect(JSON.parse(next)).toMatchObject({ rest: null, waiting: [], done: result.until });
});

it("finds a changed amount, a removed row and an invented one, with their cents, until they are right", async () => {
	const creator = await makeCreator();
	const { db, id, now, config } = testCtx();
	const [changed, gone, invented] = [await sell(creator), await sell(creator), await sell(creator)];
	const refundId = await refunded(creator, changed);
	const lost = await disputed(creator, "losing_evidence");
	const [charge, goneCharge] = [await note(changed), await note(gone)];
	await note(invented);
	await note(lost);
	const [one, two, three] = [
		await purchaseOf(changed.intentId),
		await purchaseOf(gone.intentId),
		await purchaseOf(invented.intentId),
	];
	const setTo = (cents: number) =>
		db
			.update(ledger)
			.set({ amountCents: cents })
			.where(eq(ledger.causeKey, `gross:${one.id}`));
	await setTo(1003);
	const removed = await db.delete(ledger).where(eq(ledger.purchaseId, two.id)).returning();
	const row = { creatorId: creator.user.id, account: "platform", at: now() } as const;
	const made = { ...row, kind: "refund", purchaseId: three.id, amountCents: -250 } as const;
	await db.insert(ledger).values([
		{ ...made, id: id(), causeKey: "refund:re_invented", providerId: "re_invented" },
		{ ...made, id: id(), causeKey: "refund:without", providerId: null, amountCents: -7 },
		{ ...made, id: id(), causeKey: `refund_failed:${refundId}`, providerId: refundId },
	]);
	const setFeeTo = (cents: number) =>
		db
			.update(ledger)
			.set({ amountCents: cents })
			.where(and(eq(ledger.kind, "dispute_fee"), eq(ledger.providerId, lost.dispute)));
	await setFeeTo(-1501);

	const { result, next } = await reconcile();
	const of = (
		providerId: string,
		providerCents: number,
		ledgerCents: number,
		purchaseId: string,
	) => ({
		providerId,
		providerCents,
		currency: "usd",
		ledgerCents,
		purchaseId,
	});
	const { id: disputedId } = await purchaseOf(lost.intentId);
	const expected = [
		of(charge, 941, 944, one.id),
		of(goneCharge, 941, 0, two.id),
		of(lost.dispute, -2500, -2501, disputedId),
		of("re_invented", 0, -250, three.id),
		of("refund:without", 0, -7, three.id),
		of(refundId, 0, -250, three.id),
	];
	expect(result.differences).toHaveLength(expected.length);
	expect(result.differences).toEqual(expect.arrayContaining(expected));
	expect((await deepHealth(testCtx())).problems).toContain("books");
	expect(result.differenceCents).toBe(3 + 941 + 1 + 250 + 7 + 250);
	const told = (await mailsTo(config.OPERATOR_EMAIL)).filter(({ subject }) =>
		subject.startsWith("The books differ"),
	);
	expect(told).toHaveLength(1);
	expect(told[0]?.subject).toBe("The books differ from Stripe in 6 places");
	expect(told[0]?.text).toContain(`${goneCharge}: $9.41 at Stripe, $0.00 in the ledger`);

	// Days later none of it is in the period any more, and it is still looked up.
	await setTo(1000);
	await db.delete(ledger).where(eq(ledger.providerId, "re_invented"));
	const since = { ...JSON.parse(next), until: Date.now() + 2 * DAY_MS };
	const again = await reconcile(JSON.stringify(since));
	expect(again.result.differenceCents).toBe(941 + 1 + 250 + 7);
	await db.insert(ledger).values(removed);
	await db.delete(ledger).where(eq(ledger.causeKey, "refund:without"));
	await db.delete(ledger).where(eq(ledger.causeKey, `refund_failed:${refundId}`));
	await setFeeTo(-1500);
	const right = await reconcile(again.next);
	expect(right.result).toMatchObject({ differenceCents: 0, differences: [] });
	expect(JSON.parse(right.next).waiting).toEqual([]);
	expect((await deepHealth(testCtx())).problems).not.toContain("books");
});

it("finds a charge of a purchase that does not exist", async () => {
	const metadata = { purchaseId: "purchase-that-was-lost" };
	const intent = await provider().paymentIntents.create({ amount: 700, currency: "usd", metadata });
	await payCard(intent.id);
	const charge = await note({ intentId: intent.id });
	const { result } = await reconcile();
	expect(result.differences).toEqual([
		{
			providerId: charge,
			providerCents: 700,
			ledgerCents: 0,
			currency: "usd",
			purchaseId: metadata.purchaseId,
		},
	]);
});

it("continues in the next run", async () => {
	const creator = await makeCreator();
	const sales = [await sell(creator), await sell(creator), await sell(creator)];
	for (const sold of sales) await note(sold);
	const { id } = await purchaseOf(sales[0]!.intentId);
	await testCtx().db.delete(ledger).where(eq(ledger.purchaseId, id));
	let from = cursor();
	for (let runs = 1; ; runs++) {
		const { result, next } = await reconcile(from, { pages: 1, lookups: 1 }, 2);
		from = next;
		if (JSON.parse(next).rest === null) {
			expect(runs).toBeGreaterThan(1);
			expect(result.until).toBeGreaterThan(began);
			break;
		}
		// Only a period that was compared to its end counts.
		expect(result.until).toBe(7);
	}
	expect(JSON.parse(from).waiting.length).toBeGreaterThan(0);
	const since = JSON.stringify({ ...JSON.parse(from), until: Date.now() + 2 * DAY_MS });
	const { result, next } = await reconcile(since);
	expect(result.differences).toMatchObject([
		{ providerCents: 941, ledgerCents: 0, currency: "usd", purchaseId: id },
	]);
	expect(JSON.parse(next).waiting).toEqual([result.differences[0]?.providerId]);
});

it("records nothing while the provider is away, and begins at the same place the next time", async () => {
	const creator = await makeCreator();
	await note(await sell(creator));
	await saveCursor(testCtx(), "books", cursor());
	const before = await latestReconciliation(testCtx());
	let isAway = true;
	const night = () =>
		later((ctx) => runJobs(ctx, CRONS.nightly.expression), { isAway: () => isAway });
	await night();
	expect(await latestReconciliation(testCtx())).toEqual(before);
	isAway = false;
	await night();
	const latest = await latestReconciliation(testCtx());
	expect(latest).toMatchObject({ checked: 1, differenceCents: 0 });
	expect(latest?.at).not.toBe(before?.at);
});

it("compares transfers to creators and their reversals", async () => {
	const creator = await makeCreator();
	const [returned, kept] = [await sell(creator), await sell(creator, { priceCents: 9000 })];
	const account = await connect(creator);
	await status(creator);
	await refunded(creator, returned);
	await deliverAll(returned);
	await reconcilePayouts(testCtx({ now: () => Date.now() + HOUR_MS }), {
		creatorId: creator.user.id,
	});
	for (const one of [returned, kept]) await note(one);
	const sent = (await provider().transfers.list({ destination: account })).data;
	for (const { id, reversals } of sent)
		for (const moved of [id, ...reversals.data.map((reversal) => reversal.id)]) own.add(moved);
	expect(sent.flatMap(({ reversals }) => reversals.data)).toHaveLength(1);
	expect((await reconcile()).result.differences).toEqual([]);
	const [transfer] = sent;
	const before = await testCtx()
		.db.delete(ledger)
		.where(eq(ledger.providerId, transfer?.id ?? ""))
		.returning();
	expect(before).toHaveLength(2);
	const { purchaseId } = before[0]!;
	expect((await reconcile()).result.differences).toEqual([
		{
			providerId: transfer?.id,
			providerCents: -transfer!.amount,
			ledgerCents: 0,
			currency: "usd",
			purchaseId,
		},
	]);
	await testCtx().db.insert(ledger).values(before);
});
