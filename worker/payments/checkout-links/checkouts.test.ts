import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { bodyOf } from "../../api/webhooks/message-body.ts";
import { webhookMessages } from "../../core/webhook-events/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { beginCard, payCard, reportSuccess } from "../../test/fakes/provider.ts";
import { callWithToken, storeToken } from "../../test/fixtures/access-tokens.ts";
import { prune } from "../../test/fixtures/personal-data.ts";
import { accessOf, makeOffer, salesOf } from "../../test/fixtures/sale-helpers.ts";
import { call, cookiesOf, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import { storeEndpoint } from "../../test/fixtures/webhooks.ts";
import { payoutMethods } from "../tables.ts";
import type { Checkout } from "./contract.ts";
import { checkouts } from "./tables.ts";

const NOTES = { externalId: "order-1042", metadata: { plan: "studio" } };

/** A creator's share, and a program that makes checkouts for it. */
async function shop(fields: Parameters<typeof makeOffer>[0] = { priceCents: 900 }) {
	const { creator, share } = await makeOffer(fields);
	const { token } = await storeToken(creator.user.id, ["checkouts:write"]);
	const make = (input: object = {}) =>
		callWithToken(token, "POST", "/api/v1/checkouts", { shareId: share.slug, ...input });
	const made = async (input: object = {}) => {
		const response = await make(input);
		expect(response.status).toBe(201);
		return (await response.json()) as Checkout;
	};
	const show = async (id: string) =>
		(await (await callWithToken(token, "GET", `/api/v1/checkouts/${id}`)).json()) as Checkout;
	const page = async (id: string, cookies = {}) => {
		const address = `/api/file-shares/${share.slug}?checkout=${id}`;
		return (await (await request(address, { cookies })).json()) as { checkout: object };
	};
	return { creator, share, token, make, made, show, page };
}

const pay = async (
	{ slug }: { slug: string },
	checkout: string,
	email = "buyer@example.test",
): Promise<Record<string, string>> => {
	const begun = await beginCard(slug, {}, { checkout });
	await payCard(begun.intentId);
	expect((await reportSuccess(begun.intentId, begun.cookies, email)).status).toBe(200);
	return begun.cookies;
};

const leadsTo = async (url: string, cookies = {}) =>
	(await request(new URL(url).pathname, { cookies, redirect: "manual" })).headers.get("location");

const long = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [n, "x".repeat(500)]));

const expire = (id: string) =>
	testCtx().db.update(checkouts).set({ expiresAt: 1 }).where(eq(checkouts.id, id));

describe("a checkout that a program has made", () => {
	// G25
	it("sells at a checkout's own price, leads back, and records the checkout", async () => {
		const { creator, share, made, show, page } = await shop();
		const endpoint = await storeEndpoint(creator.user.id);
		const successUrl = "https://shop.example/thanks?from=tillbox";
		const checkout = await made({ price: "12.50", successUrl, ...NOTES });
		expect(checkout).toMatchObject({ ...NOTES, price: "12.50", state: "open", saleId: null });
		expect(await leadsTo(checkout.url)).toBe(`/payment/${share.slug}?checkout=${checkout.id}`);
		expect(await page(checkout.id)).toMatchObject({
			fileShare: { price: "9.00", pricing: "fixed" },
			checkout: { state: "open", price: "12.50", returnsTo: "shop.example" },
		});
		const begun = await beginCard(share.slug, {}, { checkout: checkout.id });
		expect(begun.amount).toBe(1250);
		await payCard(begun.intentId);
		expect((await reportSuccess(begun.intentId, begun.cookies)).status).toBe(200);
		expect(await accessOf(share, begun.cookies)).toMatchObject({ as: "buyer" });
		const [sale] = await salesOf(creator, share);
		expect(sale).toMatchObject({
			price: "12.50",
			discount: null,
			checkout: { id: checkout.id, ...NOTES },
		});
		expect(await show(checkout.id)).toMatchObject({ state: "paid", saleId: sale?.id });
		const [message] = await testCtx()
			.db.select()
			.from(webhookMessages)
			.where(eq(webhookMessages.endpointId, endpoint.id));
		expect(JSON.parse(message ? bodyOf(message) : "null")).toMatchObject({
			type: "sale.created",
			data: { sale: { checkout: { id: checkout.id, ...NOTES } } },
		});
		expect(await leadsTo(checkout.url, begun.cookies)).toBe(
			`${successUrl}&checkout_id=${checkout.id}`,
		);
		// Only paying buyers are redirected to an address chosen by the creator.
		expect(await leadsTo(checkout.url)).toBe(`/payment/${share.slug}?checkout=${checkout.id}`);
	});

	it.each([
		["the share's price, without one of its own", {}, 900, "/share/"],
		["a lower price", { price: "0.50" }, 50, "/share/"],
	])("charges for a checkout %s", async (_, input, amount, back) => {
		const { share, made } = await shop();
		const checkout = await made(input);
		const begun = await beginCard(share.slug, {}, { checkout: checkout.id });
		expect(begun.amount).toBe(amount);
		await payCard(begun.intentId);
		await reportSuccess(begun.intentId, begun.cookies);
		expect(await leadsTo(checkout.url, begun.cookies)).toContain(back);
	});

	it("gives a share away once by a checkout of 0.00", async () => {
		const { share, made, show } = await shop();
		const checkout = await made({ price: "0.00" });
		const input = { shareId: share.slug, buyerEmail: "a@example.test", checkout: checkout.id };
		const given = await call("POST", "/api/get-free", input);
		expect(given.status).toBe(200);
		expect(await accessOf(share, cookiesOf(given))).toMatchObject({ as: "buyer" });
		expect(await show(checkout.id)).toMatchObject({ state: "paid" });
		const again = await call("POST", "/api/get-free", { ...input, buyerEmail: "b@example.test" });
		expect(await again.json()).toMatchObject({ code: "checkout.paid" });
		const without = await call("POST", "/api/get-free", { ...input, checkout: undefined });
		expect(await without.json()).toMatchObject({ code: "payment.required" });
	});

	it("takes a checkout's payment in Cash App without cards", async () => {
		const { creator, share, made, show } = await shop();
		await testCtx().db.insert(payoutMethods).values({
			userId: creator.user.id,
			cashAppHandle: "$casey",
			acceptsCards: false,
			releaseOnConfirmation: true,
			updatedAt: 1,
		});
		const checkout = await made({ price: "3.00" });
		expect(await leadsTo(checkout.url)).toBe(
			`/payment/direct/${share.slug}?checkout=${checkout.id}`,
		);
		const terms = { shareId: share.slug, checkout: checkout.id };
		const begun = await call("POST", "/api/begin-direct-payment", terms);
		expect(await begun.json()).toMatchObject({ price: "3.00" });
		const claim = { ...terms, buyerEmail: "c@example.test", confirmationCode: "ABCDE12345" };
		const claimed = await call("POST", "/api/confirm-direct-payment", claim, cookiesOf(begun));
		expect(await claimed.json()).toMatchObject({ status: "paid" });
		expect(await show(checkout.id)).toMatchObject({ state: "paid" });
	});

	it("pays no other order with a declined checkout claim", async () => {
		const { creator, share, made, show } = await shop();
		await testCtx()
			.db.insert(payoutMethods)
			.values({ userId: creator.user.id, cashAppHandle: "$casey", updatedAt: 1 });
		const [first, second] = [await made({ price: "5.00" }), await made({ price: "70.00" })];
		const claim = async (checkout: string, cookies = {}, code = "ABCDE12345") => {
			const terms = { shareId: share.slug, checkout };
			const begun = await call("POST", "/api/begin-direct-payment", terms, cookies);
			const known = { ...cookies, ...cookiesOf(begun) };
			const paid = { ...terms, buyerEmail: "c@example.test", confirmationCode: code };
			const told = await call("POST", "/api/confirm-direct-payment", paid, known);
			const { claimId } = (await told.json()) as { claimId: string };
			return { price: ((await begun.json()) as { price: string }).price, known, claimId };
		};
		const one = await claim(first.id);
		await call(
			"POST",
			`/api/direct-claims/${one.claimId}/decline`,
			{ reason: "not_found" },
			creator.cookies,
		);
		const two = await claim(second.id, one.known, "FGHIJ67890");
		expect(two.price).toBe("70.00");
		// Another browser claims the same order: once one is approved, the other is closed.
		const rival = await claim(second.id, {}, "KLMNO13579");
		const path = `/api/direct-claims/${two.claimId}/approve`;
		expect((await call("POST", path, {}, creator.cookies)).status).toBe(200);
		expect(await show(second.id)).toMatchObject({ state: "paid" });
		expect(await show(first.id)).toMatchObject({ state: "open" });
		const mine = await request(`/api/direct-claims/${rival.claimId}`, { cookies: rival.known });
		expect(await mine.json()).toMatchObject({ state: "declined", reason: "already_open" });
	});

	// G25
	it("charges a checkout's first payer only", async () => {
		const { creator, share, made, show } = await shop();
		const { id } = await made({ price: "5.00" });
		const [one, two] = [
			await beginCard(share.slug, {}, { checkout: id }),
			await beginCard(share.slug, {}, { checkout: id }),
		];
		for (const { intentId } of [one, two]) await payCard(intentId);
		expect((await reportSuccess(one.intentId, one.cookies, "one@example.test")).status).toBe(200);
		const second = await reportSuccess(two.intentId, two.cookies, "two@example.test");
		expect(await second.json()).toMatchObject({
			code: "checkout.paid",
			reason: "payment.uncharged_checkout",
			details: { refunded: false },
		});
		expect(await accessOf(share, two.cookies)).toBeNull();
		expect(await salesOf(creator, share)).toHaveLength(1);
		expect(await show(id)).toMatchObject({ state: "paid" });
		const late = await call("POST", "/api/create-payment-intent", {
			shareId: share.slug,
			checkout: id,
		});
		expect(await late.json()).toMatchObject({ code: "checkout.paid" });
	});

	it("begins another payment if the same buyer pays another checkout, or none", async () => {
		const { share, made } = await shop();
		const [first, second] = [await made({ price: "5.00" }), await made({ price: "6.00" })];
		const begun = await beginCard(share.slug, {}, { checkout: first.id });
		const again = await beginCard(share.slug, begun.cookies, { checkout: first.id });
		expect(again.intentId).toBe(begun.intentId);
		const other = await beginCard(share.slug, begun.cookies, { checkout: second.id });
		const none = await beginCard(share.slug, begun.cookies);
		expect([begun.amount, other.amount, none.amount]).toEqual([500, 600, 900]);
	});

	it("expires a checkout after a day, except for begun payments", async () => {
		const { share, made, show, page } = await shop();
		const { id } = await made({ price: "5.00", buyerEmail: "known@example.test" });
		expect(await page(id)).toMatchObject({ checkout: { buyerEmail: "known@example.test" } });
		const begun = await beginCard(share.slug, {}, { checkout: id });
		await expire(id);
		expect(await show(id)).toMatchObject({ state: "expired" });
		expect(await page(id)).toMatchObject({ checkout: { state: "ended", buyerEmail: null } });
		const terms = { shareId: share.slug, checkout: id };
		const late = await call("POST", "/api/create-payment-intent", terms);
		expect([late.status, await late.json()]).toMatchObject([410, { code: "checkout.ended" }]);
		await payCard(begun.intentId);
		expect((await reportSuccess(begun.intentId, begun.cookies)).status).toBe(200);
		expect(await show(id)).toMatchObject({ state: "paid" });
	});

	// G25
	it("opens only the share that a checkout was created for", async () => {
		const { made } = await shop();
		const { share: other } = await makeOffer();
		const { id } = await made({ price: "1.00" });
		const terms = { shareId: other.slug, checkout: id };
		const response = await call("POST", "/api/create-payment-intent", terms);
		expect(await response.json()).toMatchObject({ code: "checkout.ended" });
		const shown = await request(`/api/file-shares/${other.slug}?checkout=${id}`);
		expect(await shown.json()).toMatchObject({ checkout: { state: "ended", price: null } });
	});

	it("takes no discount code", async () => {
		const { share, made } = await shop();
		const { id } = await made();
		const terms = { shareId: share.slug, checkout: id, code: "SUMMER" };
		const response = await call("POST", "/api/create-payment-intent", terms);
		expect(await response.json()).toMatchObject({
			code: "request.invalid",
			fields: { code: "A checkout takes no discount code" },
		});
	});

	it.each(["usd", "eur"] as const)(
		"names the card's minimum for a checkout price in %s below it",
		async (currency) => {
			const { make } = await shop({ currency, priceCents: 900 });
			expect(await (await make({ price: "0.49" })).json()).toMatchObject({
				code: "share.no_payment_route",
				reason: "checkout.below_card_minimum",
			});
		},
	);

	it.each([
		["no amount", { price: "-1" }, 400, "request.invalid"],
		["another scheme", { successUrl: "javascript:alert(1)" }, 400, "request.invalid"],
		["a port that is none", { successUrl: "https://a.example:99999/" }, 400, "request.invalid"],
		["metadata that are too long", { metadata: long }, 400, "request.invalid"],
		["a host that hides another", { successUrl: "https://a@b.example" }, 400, "request.invalid"],
		["texts that are none", { metadata: { a: 1 } }, 400, "request.invalid"],
		["a blank in the id", { externalId: "a b" }, 400, "request.invalid"],
		["what it doesn't know", { success_url: "https://a.example" }, 400, "request.invalid"],
	])("refuses a checkout with %s", async (_, input, status, code) => {
		const response = await (await shop()).make(input);
		expect([response.status, await response.json()]).toMatchObject([status, { code }]);
	});

	it("refuses checkouts of others' shares and of those not on sale", async () => {
		const { make } = await shop();
		const { share: other } = await makeOffer();
		expect((await make({ shareId: other.slug })).status).toBe(404);
		for (const [fields, code] of [
			[{ selling: false }, "share.not_for_sale"],
			[{ expiresAt: 1 }, "share.not_for_sale"],
			[{ opensAt: Date.now() + 60_000 }, "share.not_for_sale"],
			[{ passwordHash: "x", unlockHash: "x" }, "share.not_for_sale"],
			[{ pricing: "free", priceCents: 0, asksAddress: false }, "share.not_for_sale"],
			[{ maxSales: 0 }, "share.sold_out"],
		] as const) {
			const closed = await shop(fields);
			expect(await (await closed.make()).json()).toMatchObject({ code });
		}
	});

	it("shows a checkout only to its creator's tokens with the permission", async () => {
		const { creator, made } = await shop();
		const { id } = await made();
		const stranger = await makeCreator();
		for (const [userId, scope, status] of [
			[creator.user.id, "checkouts:write", 200],
			[creator.user.id, "sales:read", 403],
			[stranger.user.id, "checkouts:write", 404],
		] as const) {
			const { token } = await storeToken(userId, [scope]);
			expect((await callWithToken(token, "GET", `/api/v1/checkouts/${id}`)).status).toBe(status);
		}
	});

	it("deletes expired checkouts, and only the address of paid ones", async () => {
		const { creator, share, made } = await shop();
		const input = { price: "5.00", buyerEmail: "known@example.test" };
		const [unpaid, paid, fresh] = [await made(input), await made(input), await made(input)];
		await pay(share, paid.id);
		for (const { id } of [unpaid, paid]) await expire(id);
		await prune(testCtx(), checkouts);
		const rows = await testCtx()
			.db.select()
			.from(checkouts)
			.where(eq(checkouts.creatorId, creator.user.id));
		const left = rows.map(({ id, buyerEmail }) => [id, buyerEmail]);
		expect(left.filter(([id]) => id === unpaid.id)).toEqual([]);
		expect(left).toContainEqual([paid.id, null]);
		expect(left).toContainEqual([fresh.id, "known@example.test"]);
		const [{ checkoutId } = { checkoutId: null }] = await testCtx()
			.db.select()
			.from(purchases)
			.where(eq(purchases.shareId, share.id));
		expect(checkoutId).toBe(paid.id);
	});

	it("leaves unpaid checkouts that a run didn't delete to the next one", async () => {
		const { db } = testCtx();
		const { share, made } = await shop();
		const [unpaid, paid] = [await made({ price: "5.00" }), await made({ price: "5.00" })];
		await pay(share, paid.id);
		for (const { id } of [unpaid, paid]) await expire(id);
		await db.run(
			sql`create trigger postponed before delete on checkouts begin select raise(ignore); end`,
		);
		await prune(testCtx(), checkouts).finally(() => db.run(sql`drop trigger postponed`));
		const keptOf = async ({ id }: { id: string }) =>
			(await db.select().from(checkouts).where(eq(checkouts.id, id)))[0]?.kept;
		expect([await keptOf(unpaid), await keptOf(paid)]).toEqual([false, true]);
		await prune(testCtx(), checkouts);
		expect([await keptOf(unpaid), await keptOf(paid)]).toEqual([undefined, true]);
	});
});
