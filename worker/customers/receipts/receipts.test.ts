import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../platform/security/crypto.ts";
import { outbox } from "../../platform/tables.ts";
import { purchaseHolders, purchases } from "../../purchases/entitlements/tables.ts";
import { beginCard, payCard, reportSuccess } from "../../test/fakes/provider.ts";
import { accessFor, makeBuyer, makeSale, makeShare } from "../../test/fixtures/sales.ts";
import { call, cookiesOf, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import type { MyPurchase } from "./contract.ts";

type Cookies = Record<string, string>;

async function bought(email = "buyer@example.test") {
	const creator = await makeCreator();
	const share = await makeShare(creator.user.id);
	const started = await beginCard(share.slug);
	await payCard(started.intentId);
	const reported = await reportSuccess(started.intentId, started.cookies, email);
	const { receiptUrl } = (await reported.json()) as { receiptUrl: string };
	return { creator, share, cookies: started.cookies, token: receiptUrl.split("#")[1] ?? "" };
}

async function accessOf(share: { id: string }, cookies: Cookies) {
	const token = cookies["__Host-buyer"];
	const buyerHash = token ? await sha256(token) : null;
	return accessFor(testCtx({ credentials: { sessionHash: null, buyerHash } }), share);
}

function redeem(token: string, cookies?: Cookies) {
	return call("POST", "/api/receipts/redeem", { token }, cookies);
}

async function codesFor(email: string) {
	const mails = await testCtx().db.select().from(outbox).where(eq(outbox.recipient, email));
	return mails.flatMap(
		(mail) => /\b\d{6}\b/.exec(mail.subject.includes("code") ? mail.text : "")?.[0] ?? [],
	);
}

const wrongFor = (code: string) => (code === "000000" ? "000001" : "000000");

describe("a receipt link", () => {
	// G64
	it("opens the purchase in another browser by a POST, not by a GET", async () => {
		const { share, token } = await bought();
		const response = await redeem(token);
		expect(await response.json()).toMatchObject({
			shareId: share.slug,
			receipt: { title: share.title, price: "10.00", route: "card", state: "paid" },
		});
		const cookies = cookiesOf(response);
		expect(await accessOf(share, cookies)).toMatchObject({ as: "buyer" });
	});

	// G64
	it("shows the purchase's title without adding it to the browser", async () => {
		const { share, token } = await bought();
		const response = await call("POST", "/api/receipts/summary", { token });
		expect(await response.json()).toEqual({ title: share.title, creator: null, cover: null });
		expect(cookiesOf(response)).not.toHaveProperty("__Host-buyer");
	});

	// G64
	it("never replaces a visitor's identity", async () => {
		const one = await bought();
		const two = await bought();
		const response = await redeem(two.token, one.cookies);
		expect(cookiesOf(response)).not.toHaveProperty("__Host-buyer");
		expect(await accessOf(one.share, one.cookies)).not.toBeNull();
		expect(await accessOf(two.share, one.cookies)).not.toBeNull();
	});

	it("returns 404 when altered, and after a refund", async () => {
		const { share, token, cookies } = await bought();
		expect((await redeem(`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`)).status).toBe(
			404,
		);
		await testCtx()
			.db.update(purchases)
			.set({ state: "refunded" })
			.where(eq(purchases.shareId, share.id));
		expect((await redeem(token)).status).toBe(404);
		expect(await accessOf(share, cookies)).toBeNull();
	});

	/** A purchase that twenty browsers hold: the payer's and nineteen others, used one after the other. */
	async function crowded(email: string) {
		const sold = await bought(email);
		const { db } = testCtx();
		const [purchase] = await db
			.select()
			.from(purchases)
			.where(eq(purchases.shareId, sold.share.id));
		const others = [];
		for (let browser = 1; browser <= 19; browser++) {
			const buyer = await makeBuyer();
			others.push(buyer);
			const used = { purchaseId: purchase!.id, buyerId: buyer.id, createdAt: 0, usedAt: browser };
			await db.insert(purchaseHolders).values(used);
		}
		return { ...sold, others };
	}

	// G63
	it("requires a mailed code once twenty browsers hold the purchase", async () => {
		const { token } = await crowded("crowd@example.test");
		const refused = await redeem(token);
		expect(refused.status).toBe(403);
		expect(cookiesOf(refused)).not.toHaveProperty("__Host-buyer");
		expect(await refused.json()).toMatchObject({
			code: "receipt.code_required",
			details: { email: "c•••@example.test" },
		});
		const known = await makeSale();
		expect((await redeem(token, known.buyer.cookies)).status).toBe(403);
	});

	it("admits another browser with a code to its address, and drops the least recently used one", async () => {
		const email = "next@example.test";
		const { share, token, cookies, others } = await crowded(email);
		expect((await call("POST", "/api/receipts/code", { token })).status).toBe(204);
		const [code = ""] = await codesFor(email);
		const wrong = await call("POST", "/api/receipts/redeem", { token, code: wrongFor(code) });
		expect(wrong.status).toBe(400);
		expect(await wrong.json()).toMatchObject({ fields: { code: expect.any(String) } });
		const opened = await call("POST", "/api/receipts/redeem", { token, code });
		expect(opened.status).toBe(200);
		expect(await accessOf(share, cookiesOf(opened))).not.toBeNull();
		expect(await accessFor(others[0]!.ctx, share)).toBeNull();
		for (const other of others.slice(1)) expect(await accessFor(other.ctx, share)).not.toBeNull();
		expect(await accessOf(share, cookies)).not.toBeNull();
		// The code is consumed, and the receipt requires a new one from the next browser.
		expect((await call("POST", "/api/receipts/redeem", { token, code })).status).toBe(400);
		expect((await redeem(token)).status).toBe(403);
	});

	it("stays open in a browser that opens it again, which counts as use", async () => {
		const { share, token, others } = await crowded("again@example.test");
		expect((await redeem(token, others[0]!.cookies)).status).toBe(200);
		await call("POST", "/api/receipts/code", { token });
		const [code = ""] = await codesFor("again@example.test");
		await call("POST", "/api/receipts/redeem", { token, code });
		expect(await accessFor(others[0]!.ctx, share)).not.toBeNull();
		expect(await accessFor(others[1]!.ctx, share)).toBeNull();
	});

	it("limits a purchase to twenty browsers for codes as well", async () => {
		const email = "found-crowd@example.test";
		const { share, others } = await crowded(email);
		await call("POST", "/api/purchases/find", { email });
		const [code = ""] = await codesFor(email);
		const found = await call("POST", "/api/purchases/verify", { email, code });
		expect(await accessOf(share, cookiesOf(found))).not.toBeNull();
		expect(await accessFor(others[0]!.ctx, share)).toBeNull();
		expect(await accessFor(others[1]!.ctx, share)).not.toBeNull();
	});

	it("accepts no code of another address, and mails none for an unknown link", async () => {
		const { token } = await crowded("mine-only@example.test");
		const other = await bought("other-one@example.test");
		await call("POST", "/api/receipts/code", { token: other.token });
		const [code = ""] = await codesFor("other-one@example.test");
		expect((await call("POST", "/api/receipts/redeem", { token, code })).status).toBe(400);
		const unknown = await call("POST", "/api/receipts/code", { token: "x".repeat(43) });
		expect(unknown.status).toBe(404);
	});
});

describe("the purchases a buyer holds", () => {
	it("shows purchases only to the buyer who holds them", async () => {
		const { share, cookies } = await bought("mine@example.test");
		const list = (await (await request("/api/my-purchases", { cookies })).json()) as MyPurchase[];
		expect(list).toMatchObject([{ shareId: share.slug, buyerEmail: "mine@example.test" }]);
		const path = `/api/receipts/${list[0]?.purchaseId}`;
		expect((await request(path, { cookies })).status).toBe(200);
		expect((await request(path)).status).toBe(404);
		expect((await request(path, { cookies: (await makeBuyer()).cookies })).status).toBe(404);
		const looked = await request("/api/my-purchases");
		expect(await looked.json()).toEqual([]);
		expect(cookiesOf(looked)).not.toHaveProperty("__Host-buyer");
	});
});

describe("finding purchases by e-mail", () => {
	let addresses = 0;
	const newAddress = () => `found-${++addresses}@example.test`;
	const find = (email: string) => call("POST", "/api/purchases/find", { email });
	const verify = (email: string, code: string, cookies?: Cookies) =>
		call("POST", "/api/purchases/verify", { email, code }, cookies);

	it("adds every paid purchase of the address, once the mailed code is entered", async () => {
		const email = newAddress();
		const one = await bought(email);
		const two = await bought(email);
		const refunded = await bought(email);
		await testCtx()
			.db.update(purchases)
			.set({ state: "refunded" })
			.where(eq(purchases.shareId, refunded.share.id));
		expect((await find(email)).status).toBe(204);
		const [code = ""] = await codesFor(email);
		const response = await verify(email, code);
		expect(
			((await response.json()) as MyPurchase[]).map((purchase) => purchase.shareId).sort(),
		).toEqual([one.share.slug, two.share.slug].sort());
		const cookies = cookiesOf(response);
		expect(await accessOf(one.share, cookies)).not.toBeNull();
		expect(await accessOf(two.share, cookies)).not.toBeNull();
		expect(await accessOf(refunded.share, cookies)).toBeNull();
		expect((await verify(email, code)).status).toBe(404);
	});

	it("responds the same for addresses without purchases, and mails nothing", async () => {
		const email = newAddress();
		const response = await find(email);
		expect([response.status, await response.text()]).toEqual([204, ""]);
		expect(await codesFor(email)).toEqual([]);
		expect((await verify(email, "123456")).status).toBe(404);
	});

	// G63
	it("invalidates the code after several wrong guesses", async () => {
		const email = newAddress();
		const { share } = await bought(email);
		await find(email);
		const [code = ""] = await codesFor(email);
		const responses: number[] = [];
		for (let guess = 0; guess < 8; guess++)
			responses.push((await verify(email, wrongFor(code))).status);
		expect(responses).toEqual([404, 404, 404, 404, 404, 429, 429, 429]);
		const late = await verify(email, code);
		expect(late.status).toBe(429);
		expect(await accessOf(share, cookiesOf(late))).toBeNull();
	});

	it("accepts no code of another address", async () => {
		const mine = newAddress();
		const theirs = newAddress();
		await bought(mine);
		await bought(theirs);
		await find(mine);
		await find(theirs);
		const [code = ""] = await codesFor(mine);
		expect((await verify(theirs, code)).status).toBe(404);
		expect((await verify(mine, code)).status).toBe(200);
	});

	it("limits the mails to one address", async () => {
		const email = newAddress();
		await bought(email);
		const statuses: number[] = [];
		for (let mail = 0; mail < 6; mail++) statuses.push((await find(email)).status);
		expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
	});
});
