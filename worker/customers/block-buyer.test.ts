import { eq } from "drizzle-orm";
import { describe, expect, it, test } from "vitest";
import type { shares } from "../catalogue/shares/tables.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { fetchPayment } from "../payments/provider.ts";
import { compareWithLedger } from "../payments/reconciliation/compare.ts";
import { movementsOf } from "../payments/reconciliation/movements.ts";
import { settlePurchase } from "../payments/settlement/settle-purchase.ts";
import { invoices, payoutMethods } from "../payments/tables.ts";
import { hashPassword } from "../platform/security/passwords.ts";
import { blockedBuyers, purchases } from "../purchases/entitlements/tables.ts";
import { findSaleById } from "../purchases/find-purchase.ts";
import {
	beginCard,
	deliver,
	eventsOf,
	payCard,
	provider,
	reportSuccess,
} from "../test/fakes/provider.ts";
import {
	accessOf,
	balanceOf,
	mailsTo,
	makeOffer,
	purchaseOf,
	sell,
	subjectsTo,
} from "../test/fixtures/sale-helpers.ts";
import { makeStoredShare } from "../test/fixtures/stored-share.ts";
import { call, cookiesOf, makeCreator, request, testCtx } from "../test/fixtures/test-app.ts";
import { storeSecret, tokensOf } from "../test/fixtures/tokens.ts";
import type { BlockedBuyer, CustomerPage } from "./contract.ts";

type Creator = Awaited<ReturnType<typeof makeCreator>>;

const block = (creator: Creator, email: string) =>
	call("POST", "/api/blocked-buyers", { email }, creator.cookies);
const unblock = (creator: Creator, email: string) =>
	call("DELETE", "/api/blocked-buyers", { email }, creator.cookies);

async function refundedCents(intentId: string): Promise<number> {
	const refunds = await provider().refunds.list({ payment_intent: intentId });
	return refunds.data.reduce((sum, refund) => sum + refund.amount, 0);
}

async function claim(slug: string, buyerEmail: string): Promise<Response> {
	const begun = await call("POST", "/api/begin-direct-payment", { shareId: slug });
	const json = { shareId: slug, buyerEmail, confirmationCode: testCtx().id(6) };
	return call("POST", "/api/confirm-direct-payment", json, cookiesOf(begun));
}

describe("a blocked buyer", () => {
	it("blocks an address in every spelling until it is unblocked", async () => {
		const creator = await makeCreator();
		expect((await block(creator, "Kim.Lee+shop@GMAIL.com")).status).toBe(204);
		await block(creator, "kimlee@gmail.com");
		const list = async (): Promise<BlockedBuyer[]> =>
			(await request("/api/blocked-buyers", { cookies: creator.cookies })).json();
		expect(await list()).toMatchObject([{ email: "kimlee@gmail.com" }]);
		const other = await makeCreator();
		await unblock(other, "kimlee@gmail.com");
		expect(await list()).toHaveLength(1);
		expect((await unblock(creator, "k.i.m.lee@googlemail.com")).status).toBe(204);
		expect(await list()).toEqual([]);
	});

	it("keeps their purchases", async () => {
		const creator = await makeCreator();
		const sale = await sell(creator);
		const email = `${sale.share.id}@example.test`;
		await block(creator, email);
		expect(await accessOf(sale.share, sale.cookies)).toMatchObject({ as: "buyer" });
		const page = await request("/api/customers", { cookies: creator.cookies });
		const { customers } = await page.json<CustomerPage>();
		expect(customers).toMatchObject([{ email: email.toLowerCase(), blocked: true }]);
	});

	// G31
	it("refunds a card payment of a blocked buyer in full, and says why", async () => {
		const { creator, share } = await makeOffer();
		const email = `blocked.${share.id}@example.test`.toLowerCase();
		await block(creator, email);
		const { intentId, cookies } = await beginCard(share.slug);
		await payCard(intentId);
		const response = await reportSuccess(intentId, cookies, email.replace("@", "+again@"));
		expect(response.status).toBe(403);
		expect(await response.json()).toMatchObject({
			code: "buyer.blocked",
			reason: "payment.refunded_blocked",
			details: { refunded: true },
		});
		expect(await refundedCents(intentId)).toBe(1000);
		expect(await accessOf(share, cookies)).toBeNull();
		expect(await purchaseOf(intentId)).toMatchObject({ state: "refunded", refundedCents: 1000 });
		const subjects = await subjectsTo(email.replace("@", "+again@"));
		expect(subjects).toEqual([`Your payment is on its way back: ${share.title}`]);
		expect(await subjectsTo(creator.user.email)).toEqual([]);
	});

	/** A granted payment whose blocked address is not known yet. */
	async function grantedBeforehand({ creator, share }: Awaited<ReturnType<typeof makeOffer>>) {
		const email = `late.${share.id}@example.test`.toLowerCase();
		await block(creator, email);
		const { intentId, cookies } = await beginCard(share.slug);
		await payCard(intentId);
		for (const event of await eventsOf(intentId)) await deliver(event);
		expect(await accessOf(share, cookies)).not.toBeNull();
		return { email, intentId, cookies };
	}

	async function makeStoredOffer(fields: Partial<typeof shares.$inferInsert>) {
		const creator = await makeCreator();
		const data = crypto.getRandomValues(new Uint8Array(100));
		const contents = ["a picture.jpg", "a sound.mp3"].map((name) => ({ name, data }));
		return { creator, ...(await makeStoredShare(creator.user.id, contents, fields)) };
	}

	// G31
	it("refunds a payment whose address becomes known after it was granted", async () => {
		const { creator, share } = await makeOffer();
		const { email, intentId, cookies } = await grantedBeforehand({ creator, share });
		const saleMail = async () =>
			(await mailsTo(creator.user.email)).filter(({ kind }) => kind === "sale");
		const [waiting] = await saleMail();
		expect(waiting).toMatchObject({ sentAt: null, attempts: 0 });
		// The event waits just as long.
		expect(waiting?.dueAt).toBe((waiting?.createdAt ?? 0) + 60_000);
		const response = await reportSuccess(intentId, cookies, email);
		expect(await response.json()).toMatchObject({ code: "buyer.blocked" });
		expect(await saleMail()).toEqual([]);
		expect(await accessOf(share, cookies)).toBeNull();
		expect(await refundedCents(intentId)).toBe(1000);
		const { id, chargeId } = await purchaseOf(intentId);
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00" });
		const movements = await movementsOf(testCtx(), chargeId ?? "");
		const compared = await compareWithLedger(testCtx(), movements, [chargeId ?? ""]);
		expect(compared).toEqual({ checked: 1, differences: new Map() });
		const issued = await testCtx().db.select().from(invoices).where(eq(invoices.purchaseId, id));
		expect(issued).toHaveLength(1);
		const page = await request("/api/customers", { cookies: creator.cookies });
		expect((await page.json<CustomerPage>()).customers).toEqual([]);
	});

	it("refunds a payment whose address arrives while the event is read", async () => {
		const { creator, share } = await makeOffer();
		const email = `same.moment.${share.id}@example.test`.toLowerCase();
		await block(creator, email);
		const { intentId, cookies } = await beginCard(share.slug);
		await payCard(intentId);
		const ctx = testCtx();
		const sale = await findSaleById(ctx, (await purchaseOf(intentId)).id);
		await ctx.db
			.update(purchases)
			.set({ buyerEmail: email })
			.where(eq(purchases.paymentIntentId, intentId));
		if (sale) await settlePurchase(ctx, sale, await fetchPayment(ctx, intentId));
		expect(await accessOf(share, cookies)).toBeNull();
		expect(await purchaseOf(intentId)).toMatchObject({ autoRefundReason: "blocked" });
		expect(await refundedCents(intentId)).toBe(1000);
	});

	it.each([
		["a download", "buyer", "/download", {}],
		["all but its first byte", "buyer", "/download", { Range: "bytes=1-" }],
		["a picture in place of its preview", "buyer", "/preview", {}],
		["a sound in place of its sample", "buyer", "/stream", { Range: "bytes=0-1" }],
		["a download by the link that the payment has opened", "anyone", "/download", {}],
	])("pays for what was taken before the address was told: %s", async (_, as, route, headers) => {
		const { creator, share, files } = await makeStoredOffer({
			saleMode: as === "anyone" ? "link" : "each",
		});
		const { email, intentId, cookies } = await grantedBeforehand({ creator, share });
		const file = files[route === "/stream" ? 1 : 0];
		const taken = await request(`/api/files/${file?.id}${route}`, {
			headers,
			cookies: as === "anyone" ? {} : cookies,
		});
		expect((await taken.arrayBuffer()).byteLength).toBeGreaterThan(0);
		expect((await reportSuccess(intentId, cookies, email)).status).toBe(200);
		expect(await purchaseOf(intentId)).toMatchObject({ state: "paid", buyerEmail: email });
		expect(await refundedCents(intentId)).toBe(0);
	});

	it("keeps the rest of a payment of which some was returned before the address was told", async () => {
		const { creator, share } = await makeOffer();
		const { email, intentId, cookies } = await grantedBeforehand({ creator, share });
		await provider().refunds.create({ payment_intent: intentId, amount: 250 });
		for (const event of await eventsOf(intentId)) await deliver(event);
		expect((await reportSuccess(intentId, cookies, email)).status).toBe(200);
		expect(await purchaseOf(intentId)).toMatchObject({ state: "paid", refundedCents: 250 });
	});

	it("cannot take over a purchase by correcting its address", async () => {
		const creator = await makeCreator();
		const sale = await sell(creator);
		const email = `other.${sale.share.id}@example.test`.toLowerCase();
		await block(creator, email);
		const response = await reportSuccess(sale.intentId, sale.cookies, email);
		expect(await response.json()).toMatchObject({ code: "buyer.blocked" });
		expect(await purchaseOf(sale.intentId)).toMatchObject({
			buyerEmail: `${sale.share.id}@example.test`.toLowerCase(),
			state: "paid",
		});
	});

	// G31
	it("cannot claim a direct payment; another creator's shares stay open to them", async () => {
		const { creator, share } = await makeOffer();
		const other = await makeOffer();
		for (const { user } of [creator, other.creator])
			await testCtx()
				.db.insert(payoutMethods)
				.values({ userId: user.id, cashAppHandle: "$casey", updatedAt: 1 });
		const email = `direct.${share.id}@example.test`.toLowerCase();
		await block(creator, email);
		const refused = await claim(share.slug, email);
		expect(refused.status).toBe(403);
		expect(await refused.json()).toMatchObject({ code: "buyer.blocked", reason: "direct.blocked" });
		expect((await claim(other.share.slug, email)).status).toBe(200);
		await unblock(creator, email);
		expect((await claim(share.slug, email)).status).toBe(200);
	});
});

test("deletes a creator's notes about buyers with the account", async () => {
	const password = "zebra8fjord";
	const creator = await makeCreator({ passwordHash: await hashPassword(password) });
	const { id } = creator.user;
	await block(creator, "kim@example.test");
	const correction = { subject: "a@example.test", ownerId: id, payload: { email: "b@x.test" } };
	await storeSecret(TOKENS.correctAddress, correction);
	expect((await call("DELETE", "/api/account", { password }, creator.cookies)).status).toBe(204);
	const { db } = testCtx();
	expect(await db.$count(blockedBuyers, eq(blockedBuyers.creatorId, id))).toBe(0);
	expect(await tokensOf(TOKENS.correctAddress, id)).toEqual([]);
});
