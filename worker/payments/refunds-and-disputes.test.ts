import { eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { beforeAll, describe, expect, it } from "vitest";
import type { Balance, Sale } from "../contract/payments.ts";
import { outbox } from "../platform/tables.ts";
import {
	beginCard,
	deliver,
	eventsOf,
	payCard,
	provider,
	sandbox,
	tellSuccess,
} from "../test/provider.ts";
import { makeShare } from "../test/sales.ts";
import { call, makeCreator, request, testCtx } from "../test/world.ts";
import { moveMoney } from "./payouts/move-money.ts";
import { ledger, payoutMethods } from "./tables.ts";

const HOUR = 60 * 60 * 1000;
type Creator = Awaited<ReturnType<typeof makeCreator>>;

// Transfers that do not come from a charge need money on the platform's balance.
beforeAll(async () => {
	const intent = await provider().paymentIntents.create({ amount: 500_000, currency: "usd" });
	await payCard(intent.id, "pm_card_bypassPending");
});

async function connect(creator: Creator): Promise<string> {
	const response = await call("POST", "/api/setup-card-payouts", undefined, creator.cookies);
	expect(await response.json()).toEqual({ url: expect.stringContaining("/connect/onboarding/") });
	const [method] = await testCtx()
		.db.select()
		.from(payoutMethods)
		.where(eq(payoutMethods.userId, creator.user.id));
	const account = method?.stripeAccountId ?? "";
	await sandbox(`/accounts/${account}/onboard`);
	return account;
}

/** Brings the creator's page up to date, as its polling does. */
async function status(creator: Creator) {
	const response = await request("/api/payment-status", { cookies: creator.cookies });
	return response.json();
}

async function sell(creator: Creator, options: { priceCents?: number; method?: string } = {}) {
	const share = await makeShare(creator.user.id, { priceCents: options.priceCents ?? 1000 });
	const begun = await beginCard(share.shareId);
	await payCard(begun.intentId, options.method);
	const told = await tellSuccess(begun.intentId, begun.cookies, `${share.id}@example.test`);
	return { share, ...begun, told };
}
type Sold = Awaited<ReturnType<typeof sell>>;

async function salesOf(creator: Creator, share: { shareId: string }): Promise<Sale[]> {
	const path = `/api/file-shares/${share.shareId}/sales`;
	return (await request(path, { cookies: creator.cookies })).json();
}

async function balanceOf(creator: Creator): Promise<Balance> {
	return (await request("/api/balance", { cookies: creator.cookies })).json();
}

async function isPaid(sold: Sold): Promise<boolean> {
	const response = await request(`/api/file-shares/${sold.share.shareId}`, {
		cookies: sold.cookies,
	});
	return ((await response.json()) as { fileShare: { isPaid: boolean } }).fileShare.isPaid;
}

async function refund(creator: Creator, id: string) {
	const response = await call("POST", `/api/purchases/${id}/refund`, undefined, creator.cookies);
	return { status: response.status, body: (await response.json()) as Sale & { code: string } };
}

async function deliverAll(sold: Sold): Promise<void> {
	const intent = await provider().paymentIntents.retrieve(sold.intentId);
	const charge = String(intent.latest_charge);
	const all = await provider().events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
	const about = (event: Stripe.Event) =>
		[sold.intentId, charge].some((id) => JSON.stringify(event.data.object).includes(id));
	for (const event of all.filter(about).reverse()) expect((await deliver(event)).status).toBe(200);
}

async function chargeOf(sold: Sold): Promise<string> {
	return String((await provider().paymentIntents.retrieve(sold.intentId)).latest_charge);
}

/** What the creator's connected account has at the provider, in cents. */
async function connectedCents(account: string): Promise<number> {
	const { available, pending } = await provider().balance.retrieve({}, { stripeAccount: account });
	return [...available, ...pending].reduce((sum, part) => sum + part.amount, 0);
}

async function linesOf(creator: Creator) {
	return testCtx().db.select().from(ledger).where(eq(ledger.creatorId, creator.user.id));
}

describe("held money", () => {
	it("is shown, and is sent when the creator connects", async () => {
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
			cardPayouts: { connected: true, chargesEnabled: true, balance: "0.00" },
		});
		expect(await connectedCents(account)).toBe(891);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ where: "transferred" }]);
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00", connected: "8.91" });
	});

	it("moves once, however often and at once it is moved", async () => {
		const creator = await makeCreator();
		const account = await connect(creator);
		for (let sale = 0; sale < 3; sale++) await sell(creator);
		await testCtx()
			.db.update(payoutMethods)
			.set({ chargesEnabled: true })
			.where(eq(payoutMethods.userId, creator.user.id));
		const scope = { creatorId: creator.user.id };
		await Promise.all([1, 2, 3].map(() => moveMoney(testCtx(), scope)));
		await moveMoney(testCtx(), scope);
		expect(await connectedCents(account)).toBe(3 * 891);
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00", connected: "26.73" });
	});

	it("stays where it is while the provider refuses, and moves later", async () => {
		const creator = await makeCreator();
		await sell(creator);
		const account = await connect(creator);
		await sandbox("/faults", { path: "/v1/transfers", method: "POST", times: 2, status: 500 });
		await status(creator);
		expect(await balanceOf(creator)).toMatchObject({ held: "8.91" });
		await moveMoney(testCtx(), { creatorId: creator.user.id });
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

	it("gets the money at once, less both fees", async () => {
		const { creator, account } = await connected();
		const sold = await sell(creator);
		expect(await connectedCents(account)).toBe(891);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ net: "8.91", where: "connected" }]);
	});

	it("pays back what a refund costs, and gets the platform's fee returned", async () => {
		const { creator, account } = await connected();
		const sold = await sell(creator);
		const [sale] = await salesOf(creator, sold.share);
		expect((await refund(creator, sale!.id)).body).toMatchObject({ state: "refunded" });
		expect(await isPaid(sold)).toBe(false);
		await moveMoney(testCtx(), { creatorId: creator.user.id });
		// The processing fee is gone: the provider keeps it.
		expect(await connectedCents(account)).toBe(-59);
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00", connected: "-0.59" });
	});

	it("is paid through the platform while in debt after a dispute", async () => {
		const { creator, account } = await connected();
		const sold = await sell(creator, { method: "pm_card_createDispute" });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(false);
		await moveMoney(testCtx(), { creatorId: creator.user.id });
		expect(await connectedCents(account)).toBe(0);
		expect(await balanceOf(creator)).toMatchObject({ held: "-16.09", connected: "0.00" });
		const next = await sell(creator, { priceCents: 5000 });
		expect(await salesOf(creator, next.share)).toMatchObject([{ where: "balance" }]);
		await moveMoney(testCtx(), { creatorId: creator.user.id });
		const fees = 250 + 175;
		expect(await connectedCents(account)).toBe(5000 - fees - 1609);
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00" });
	});

	it("gets disputed money back when the dispute is won", async () => {
		const { creator, account } = await connected();
		const sold = await sell(creator, { method: "pm_card_createDispute" });
		await deliverAll(sold);
		await moveMoney(testCtx(), { creatorId: creator.user.id });
		const [dispute] = (await provider().disputes.list({ charge: await chargeOf(sold) })).data;
		await sandbox(`/disputes/${dispute?.id}/decide`, { outcome: "won" });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(true);
		await moveMoney(testCtx({ now: () => Date.now() + 2 * HOUR }), { creatorId: creator.user.id });
		expect(await balanceOf(creator)).toMatchObject({ held: "-6.09", connected: "0.00" });
		expect(await connectedCents(account)).toBe(0);
	});

	it("sells on when the account is restricted: the platform holds the money", async () => {
		const { creator, account } = await connected();
		await sandbox(`/accounts/${account}/restrict`);
		const sold = await sell(creator);
		expect(sold.told.status).toBe(200);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ where: "balance" }]);
	});
});

describe("a refund", () => {
	it("by the creator ends access with the next request, once", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator);
		const [sale] = await salesOf(creator, sold.share);
		const answers = await Promise.all([refund(creator, sale!.id), refund(creator, sale!.id)]);
		expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
		expect(await isPaid(sold)).toBe(false);
		const refunds = await provider().refunds.list({ payment_intent: sold.intentId });
		expect(refunds.data.map((one) => one.amount)).toEqual([1000]);
		expect(await balanceOf(creator)).toMatchObject({ held: "-0.59" });
		const receipt = (await sold.told.json()) as { receiptUrl: string };
		const token = receipt.receiptUrl.split("#")[1];
		expect((await call("POST", "/api/receipts/redeem", { token })).status).toBe(404);
	});

	it("is the owner's to make", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator);
		const [sale] = await salesOf(creator, sold.share);
		expect((await refund(await makeCreator(), sale!.id)).status).toBe(404);
		expect((await call("POST", `/api/purchases/${sale!.id}/refund`)).status).toBe(401);
		expect(await isPaid(sold)).toBe(true);
	});

	it("at the provider, in part, keeps access; the rest ends it", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator);
		await provider().refunds.create({ payment_intent: sold.intentId, amount: 400 });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(true);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ refunded: "4.00", net: "5.11" }]);
		await provider().refunds.create({ payment_intent: sold.intentId });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(false);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ state: "refunded", net: "-0.59" }]);
	});

	it("that fails at the bank gives access back", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator, { method: "pm_card_refundFail" });
		const [sale] = await salesOf(creator, sold.share);
		await refund(creator, sale!.id);
		expect(await isPaid(sold)).toBe(false);
		const [made] = (await provider().refunds.list({ payment_intent: sold.intentId })).data;
		await sandbox(`/refunds/${made?.id}/finish`, { outcome: "failed" });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(true);
		expect(await balanceOf(creator)).toMatchObject({ held: "8.91" });
	});
});

describe("a dispute", () => {
	it("closes the files, tells the creator, and opens them again when it is won", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator, { method: "pm_card_createDispute" });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(false);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ state: "disputed" }]);
		const [sale] = await salesOf(creator, sold.share);
		expect((await refund(creator, sale!.id)).body.code).toBe("payment.conflict");
		const [dispute] = (await provider().disputes.list({ charge: await chargeOf(sold) })).data;
		await provider().disputes.update(dispute!.id, {
			evidence: { uncategorized_text: "winning_evidence" },
		});
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(true);
		const mails = await testCtx()
			.db.select()
			.from(outbox)
			.where(eq(outbox.recipient, creator.user.email));
		expect(mails.filter((mail) => mail.subject.startsWith("A payment is disputed"))).toHaveLength(
			1,
		);
	});

	it("that is lost ends the sale for good", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator, { method: "pm_card_createDispute" });
		await deliverAll(sold);
		const [dispute] = (await provider().disputes.list({ charge: await chargeOf(sold) })).data;
		await provider().disputes.close(dispute!.id);
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(false);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ state: "refunded" }]);
		const sum = (await linesOf(creator)).reduce((total, line) => total + line.amountCents, 0);
		expect(sum).toBe(-59 - 1500);
	});

	it("that is only an inquiry changes nothing", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator, { method: "pm_card_createDisputeInquiry" });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(true);
		expect((await eventsOf(sold.intentId)).length).toBeGreaterThan(0);
	});
});

describe("lists", () => {
	it("are the creator's own, and safe to open in a spreadsheet", async () => {
		const creator = await makeCreator();
		const share = await makeShare(creator.user.id, { title: '=HYPERLINK("x")' });
		const begun = await beginCard(share.shareId);
		await payCard(begun.intentId);
		await tellSuccess(begun.intentId, begun.cookies, "buyer@example.test");
		for (const path of ["/api/sales.csv", "/api/ledger.csv"]) {
			const response = await request(path, { cookies: creator.cookies });
			expect(response.headers.get("content-disposition")).toContain("attachment");
			const text = await response.text();
			expect(text).toContain(`"'=HYPERLINK(""x"")"`);
			expect(text).toContain("10.00");
			const other = await request(path, { cookies: (await makeCreator()).cookies });
			expect((await other.text()).trim().split("\r\n")).toHaveLength(1);
			expect((await request(path)).status).toBe(401);
		}
		expect(await salesOf(await makeCreator(), share)).toMatchObject({ code: "share.not_found" });
	});
});
