import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { allFiles, shares } from "../../catalogue/shares/tables.ts";
import type { ErrorBody } from "../../contract/errors.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { payCard, provider, reportSuccess, sandbox } from "../../test/fakes/provider.ts";
import { buy, type Gallery, itemsOf, linesOf, makeGallery } from "../../test/fixtures/gallery.ts";
import { accessOf, chargeOf, deliverAll, purchaseOf } from "../../test/fixtures/sale-helpers.ts";
import { call, cookiesOf, testCtx } from "../../test/fixtures/test-app.ts";

const MAILED = { buyerEmail: "buyer@example.test" };

type Cookies = Record<string, string>;

const post = (route: string, it: Gallery, items: unknown, cookies: Cookies = {}, body = {}) =>
	call("POST", `/api/${route}`, { shareId: it.share.slug, items, ...body }, cookies);

const code = async (response: Response) => (await response.json<ErrorBody>()).code;

/** A payment that may be made later, or never. */
async function attempt(it: Gallery, words: string, cookies: Cookies = {}) {
	const response = await post("create-payment-intent", it, itemsOf(it, words), cookies);
	const { clientSecret, amount } = await response.json<{ clientSecret: string; amount: number }>();
	return {
		intentId: clientSecret.split("_secret_")[0] ?? "",
		amount,
		cookies: { ...cookies, ...cookiesOf(response) },
	};
}

async function pay({ intentId, cookies }: Awaited<ReturnType<typeof attempt>>) {
	await payCard(intentId);
	await reportSuccess(intentId, cookies);
	const { state, autoRefundReason } = await purchaseOf(intentId);
	return autoRefundReason ?? state;
}

async function claimDirectly(it: Gallery, words: string, cookies: Cookies = {}) {
	const begun = await post("begin-direct-payment", it, itemsOf(it, words), cookies);
	const own = { ...cookies, ...cookiesOf(begun) };
	const { price } = await begun.json<{ price: string }>();
	const claim = { shareId: it.share.slug, buyerEmail: "b@example.test", confirmationCode: "ONE" };
	const claimed = await call("POST", "/api/confirm-direct-payment", claim, own);
	const { claimId } = await claimed.json<{ claimId: string }>();
	const approve = async () => {
		await call("POST", `/api/direct-claims/${claimId}/approve`, {}, it.creator.cookies);
		const [row] = await testCtx().db.select().from(purchases).where(eq(purchases.id, claimId));
		return row?.state;
	};
	return { claimId, price, cookies: own, approve };
}

const takesDirect = ({ creator }: Gallery) =>
	call("POST", "/api/setup-cashapp", { cashAppHandle: "$creator1" }, creator.cookies);

describe("orders that no page sends", () => {
	it.each<[string, (ids: Record<string, string>, other: string) => unknown, string]>([
		["all originals at once", () => ({ full: ["*"] }), "request.invalid"],
		["`*` among web sizes", ({ a }) => ({ web: ["*", a] }), "request.invalid"],
		["nothing", () => ({}), "request.invalid"],
		["empty lists", () => ({ full: [], web: [] }), "request.invalid"],
		["a price of their own", ({ a }) => ({ full: [a], cents: 1 }), "request.invalid"],
		["another edition", ({ a }) => ({ full: [a], raw: [a] }), "request.invalid"],
		["a file of another share", (_, other) => ({ full: [other] }), "share.changed"],
		["one of them beside an own file", ({ a }, other) => ({ full: [a, other] }), "share.changed"],
		["another share's web size", (_, other) => ({ web: [other] }), "share.changed"],
		["a file only sold with all", ({ a, x }) => ({ full: [a, x] }), "share.changed"],
		["the web size of such a file", ({ x }) => ({ web: [x] }), "share.changed"],
		["the web size of a file without one", ({ a, e }) => ({ web: [a, e] }), "share.changed"],
	])("are refused by each route: %s", async (_, itemsFor, expected) => {
		const [it, other] = [await makeGallery(), await makeGallery()];
		await takesDirect(it);
		const items = itemsFor(it.ids, other.ids.a ?? "");
		for (const route of ["create-payment-intent", "begin-direct-payment", "get-free"])
			expect([
				route,
				await code(await post(route, it, items, {}, route === "get-free" ? MAILED : {})),
			]).toEqual([route, expected]);
	});

	it("count a file that is named twice once", async () => {
		const it = await makeGallery();
		const { a = "", b = "" } = it.ids;
		const response = await post("create-payment-intent", it, { full: [a, a, a], web: [a, b, b] });
		expect(await response.json()).toMatchObject({ amount: 700 });
	});
});

describe("what was counted toward the rest, and is returned afterwards", () => {
	const dispute = async (it: Awaited<ReturnType<typeof buy>>) => {
		await sandbox(`/charges/${await chargeOf(it)}/dispute`);
		await deliverAll(it);
	};
	const refund = async (it: Awaited<ReturnType<typeof buy>>) => {
		await provider().refunds.create({ payment_intent: it.intentId });
		await deliverAll(it);
	};

	it.each([
		["a refund", refund],
		["a dispute", dispute],
	])("doesn't pay for a payment that was begun before: %s", async (_, take) => {
		const it = await makeGallery();
		const first = await buy(it, "a b c d e", {});
		const rest = await attempt(it, "whole", first.cookies);
		expect(rest.amount).toBe(3000 - first.amount);
		await take(first);
		expect(await pay(rest)).toBe("differs");
		expect(await accessOf(it.share, rest.cookies)).toBeNull();
	});

	it.each([
		["a refund", refund],
		["a dispute", dispute],
	])("closes what it had paid for, for less or nothing: %s", async (_, take) => {
		const it = await makeGallery();
		const first = await buy(it, "a b c d e");
		const rest = await buy(it, "whole", first.cookies);
		expect(await accessOf(it.share, rest.cookies)).not.toBeNull();
		await take(first);
		expect(await accessOf(it.share, rest.cookies)).toBeNull();
		const again = await attempt(it, "whole", rest.cookies);
		expect(again.amount).toBe(3000);
	});

	it("reopens it when the dispute is won", async () => {
		const it = await makeGallery();
		const first = await buy(it, "a b c d e");
		const rest = await buy(it, "whole", first.cookies);
		await dispute(first);
		const [dispute1] = (await provider().disputes.list({ payment_intent: first.intentId })).data;
		const evidence = { uncategorized_text: "winning_evidence" };
		await provider().disputes.update(dispute1?.id ?? "", { evidence });
		await deliverAll(first);
		expect(await accessOf(it.share, rest.cookies)).not.toBeNull();
	});

	it("closes it when the creator revokes a direct payment", async () => {
		const it = await makeGallery();
		await takesDirect(it);
		const first = await claimDirectly(it, "a b");
		expect(await first.approve()).toBe("paid");
		const rest = await buy(it, "whole", first.cookies);
		expect([rest.amount, await accessOf(it.share, rest.cookies)]).toEqual([
			2000,
			expect.anything(),
		]);
		const revoke = `/api/purchases/${first.claimId}/revoke`;
		await call("POST", revoke, { reason: "Never arrived" }, it.creator.cookies);
		expect(await accessOf(it.share, rest.cookies)).toBeNull();
	});

	it("leaves what was paid for in full", async () => {
		const it = await makeGallery();
		const first = await buy(it, "a");
		await refund(first);
		const whole = await buy(it, "whole", first.cookies);
		expect(whole.amount).toBe(3000);
		expect(await accessOf(it.share, whole.cookies)).not.toBeNull();
	});
});

describe("what the price doesn't count", () => {
	const begun = (route: string, it: Gallery, words: string, cookies: Cookies, body = {}) =>
		post(route, it, itemsOf(it, words), cookies, body).then((response) =>
			response.json<Partial<ErrorBody & { amount: number }>>(),
		);

	it.each([
		["a", "payment.disputed_before"],
		["a web:a", "payment.disputed_before"],
		["a b", 1000],
		["whole", 3000],
	])("is a disputed payment, which is said before the next: %s", async (words, expected) => {
		const it = await makeGallery();
		await takesDirect(it);
		const first = await buy(it, "a");
		await sandbox(`/charges/${await chargeOf(first)}/dispute`);
		await deliverAll(first);
		const { reason, amount } = await begun("create-payment-intent", it, words, first.cookies);
		expect(reason ?? amount).toBe(expected);
		const direct = await begun("begin-direct-payment", it, words, first.cookies);
		expect(direct.reason ?? amount).toBe(expected);
		if (amount) expect((await buy(it, words, first.cookies)).purchase.state).toBe("paid");
	});

	it.each(["a", "web:a", "whole"])(
		"is a payment of the same address in another browser, which nobody is told: %s",
		async (words) => {
			const it = await makeGallery();
			await buy(it, "a");
			const { cookies } = await attempt(it, words);
			const before = await begun("create-payment-intent", it, words, cookies, MAILED);
			expect(before).toHaveProperty("amount");
			const { purchase } = await buy(it, words, cookies);
			expect(purchase.state).toBe("refunded");
		},
	);
});

describe("included files", () => {
	it("are given once to a buyer who pays by card and directly at the same time", async () => {
		const it = await makeGallery({ included: 1, web: null, packages: [] });
		await takesDirect(it);
		const card = await attempt(it, "a b");
		expect(card.amount).toBe(500);
		await claimDirectly(it, "c d", card.cookies);
		expect(await pay(card)).toBe("differs");
	});

	it("are refused to an attempt that waited until others had them", async () => {
		const it = await makeGallery({ included: 1, web: null, packages: [] });
		const slow = await attempt(it, "a b");
		const ctx = testCtx();
		await ctx.db
			.update(purchases)
			.set({ createdAt: ctx.now() - 2 * 60 * 60_000 })
			.where(eq(purchases.paymentIntentId, slow.intentId));
		expect(await pay(await attempt(it, "c d"))).toBe("paid");
		expect(await pay(slow)).toBe("differs");
	});
});

describe("orders at the same time", () => {
	it("never cost more than the whole by card and directly with one cookie", async () => {
		const it = await makeGallery();
		await takesDirect(it);
		const card = await attempt(it, "whole");
		const direct = await claimDirectly(it, "a", card.cookies);
		expect(await pay(card)).toBe("paid");
		expect(await direct.approve()).toBe("declined");
	});

	it("are refused if the file is deleted before, and paid ones keep the rest", async () => {
		const it = await makeGallery();
		const { cookies, purchase } = await buy(it, "a b");
		await testCtx()
			.db.update(allFiles)
			.set({ wholeOnly: true })
			.where(and(eq(allFiles.shareId, it.share.id), eq(allFiles.id, it.ids.a ?? "")));
		expect(await linesOf(it, purchase)).toBe("a 500, b 500");
		expect(await code(await post("create-payment-intent", it, itemsOf(it, "a"), cookies))).toBe(
			"share.changed",
		);
	});

	it("keep the price of the whole of their time", async () => {
		const it = await makeGallery();
		const first = await buy(it, "a b c");
		await testCtx().db.update(shares).set({ priceCents: 1000 }).where(eq(shares.id, it.share.id));
		const response = await post("get-free", it, undefined, first.cookies, MAILED);
		expect(await response.json()).toMatchObject({ isPaid: true });
	});
});
