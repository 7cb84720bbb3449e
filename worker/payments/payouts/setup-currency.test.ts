import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { discounts } from "../../catalogue/discounts/tables.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Currency } from "../../contract/money.ts";
import { users } from "../../core/tables.ts";
import type { purchases } from "../../purchases/entitlements/tables.ts";
import { beginCard } from "../../test/fakes/provider.ts";
import { type Creator, makeOffer, purchaseOf, status } from "../../test/fixtures/sale-helpers.ts";
import { makeBuyer, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import type { PaymentStatus } from "./contract.ts";

const choose = (creator: Creator, currency: unknown) =>
	call("POST", "/api/setup-currency", { currency }, creator.cookies);

const CODE = { code: "MINUS5", amount: "5.25" };

describe("the currency of a creator", () => {
	it.each([
		["eur", 1250, "12.50"],
		["jpy", 1300, "13.00"],
		["kwd", 1250, "12.50"],
	] as const)("becomes %s, and figures stay", async (currency, priceCents, price) => {
		const { creator, share } = await makeOffer({ priceCents: 1250 });
		expect((await call("POST", "/api/discounts", CODE, creator.cookies)).status).toBe(201);
		const response = await choose(creator, currency);
		expect(response.status).toBe(200);
		expect(await response.json<PaymentStatus>()).toMatchObject({
			currency,
			sharesKeepCurrency: false,
		});
		const { db } = testCtx();
		const [row] = await db.select().from(shares).where(eq(shares.id, share.id));
		expect(row).toMatchObject({ currency, priceCents });
		const [code] = await db
			.select()
			.from(discounts)
			.where(eq(discounts.creatorId, creator.user.id));
		expect(code?.amountCents).toBe(currency === "jpy" ? 600 : 525);
		const page = await request(`/api/file-shares/${share.slug}`);
		expect(await page.json()).toMatchObject({ fileShare: { currency, price } });
	});

	type Fields = Partial<typeof purchases.$inferInsert>;
	it.each<[string, Fields, boolean]>([
		["nothing but a payment that was given up", { state: "cancelled" }, false],
		["what cost nothing", { route: "free", priceCents: 0, state: "paid" }, false],
		["a sale", { state: "paid" }, true],
		["a sale that was refunded", { state: "refunded" }, true],
		["a payment that is being made", { state: "started" }, true],
		["a direct payment that waits", { route: "direct", state: "claimed" }, true],
		["a declined one, which can be claimed again", { route: "direct", state: "declined" }, true],
	])("after %s", async (_what, fields, isKept) => {
		const { creator, share } = await makeOffer();
		await makePurchase(share, (await makeBuyer()).id, fields);
		expect(await status(creator)).toMatchObject({
			currency: "usd",
			sharesKeepCurrency: isKept,
		});
		expect((await choose(creator, "eur")).status).toBe(200);
		expect(await status(creator)).toMatchObject({ currency: "eur" });
		const { db } = testCtx();
		const [row] = await db.select().from(shares).where(eq(shares.id, share.id));
		expect(row).toMatchObject({ currency: isKept ? "usd" : "eur" });
		const [user] = await db.select().from(users).where(eq(users.id, creator.user.id));
		expect(user?.earlierCurrencies).toEqual(isKept ? ["usd"] : []);
	});

	it("refuses an unknown currency, and strangers", async () => {
		const creator = await makeCreator();
		for (const currency of ["xau", "EUR", "", null, 5, undefined]) {
			const response = await choose(creator, currency);
			expect(response.status).toBe(400);
			expect(await response.json()).toMatchObject({
				code: "request.invalid",
				fields: { currency: expect.any(String) },
			});
		}
		expect((await call("POST", "/api/setup-currency", { currency: "eur" })).status).toBe(401);
	});

	it("applies to the creator's new shares only", async () => {
		const creator = await makeCreator();
		const other = await makeOffer();
		await choose(creator, "chf");
		const bundle = {
			title: "Both",
			price: "20.00",
			pricing: "fixed",
			ownedParts: "full",
			parts: await Promise.all(
				["One", "Two"].map(
					async (title) => (await makeShare(creator.user.id, { title, currency: "chf" })).slug,
				),
			),
		};
		const made = await call("POST", "/api/bundles", bundle, creator.cookies);
		expect(await made.json()).toMatchObject({ fileShare: { currency: "chf" } });
		expect(await status(other.creator)).toMatchObject({ currency: "usd" });
	});
});

describe("an amount that the currency does not have", () => {
	const price = async (currency: Currency, fields: Record<string, unknown>) => {
		const { creator, share } = await makeOffer();
		await choose(creator, currency);
		return call("PATCH", `/api/file-shares/${share.slug}`, fields, creator.cookies);
	};

	it.each<[Currency, string, boolean]>([
		["jpy", "1200", true],
		["jpy", "1200.00", true],
		["jpy", "1200.50", false],
		["jpy", "99999999", true],
		["isk", "900.10", false],
		["huf", "2500", true],
		["kwd", "4.25", true],
		["kwd", "99999.99", true],
		["kwd", "100000", false],
		["eur", "999999.99", true],
		["eur", "1000000", false],
	])("is no price: %s %s", async (currency, amount, isTaken) => {
		const response = await price(currency, { price: amount });
		expect(response.status).toBe(isTaken ? 200 : 400);
		if (!isTaken)
			expect(await response.json()).toMatchObject({ fields: { price: expect.any(String) } });
	});

	it("accepts no reduction and no chosen price with decimals that the currency lacks", async () => {
		const { creator, share } = await makeOffer({ pricing: "chosen", priceCents: 100_000 });
		await choose(creator, "jpy");
		const code = await call("POST", "/api/discounts", CODE, creator.cookies);
		expect(await code.json()).toMatchObject({ fields: { amount: expect.any(String) } });
		const input = { shareId: share.slug, amount: "1500.50" };
		const begun = await call("POST", "/api/create-payment-intent", input);
		expect(await begun.json()).toMatchObject({ fields: { amount: expect.any(String) } });
	});
});

describe("what the provider is asked for", () => {
	it.each<[Currency, number, number, number]>([
		["eur", 1250, 1250, 63],
		["jpy", 120_000, 120_000, 6000],
		["kwd", 1250, 1250, 63],
	])("is in the share's currency: %s", async (currency, priceCents, amount, feeCents) => {
		const { share } = await makeOffer({ priceCents, currency });
		const begun = await beginCard(share.slug);
		expect(begun.amount).toBe(amount);
		const purchase = await purchaseOf(begun.intentId);
		expect(purchase).toMatchObject({
			currency,
			priceCents,
			platformFeeCents: feeCents,
			destinationAccount: null,
		});
	});
});

it("offers no Cash App in euros", async () => {
	const { creator, share } = await makeOffer();
	await call("POST", "/api/setup-cashapp", { cashAppHandle: "$ada" }, creator.cookies);
	await choose(creator, "eur");
	const page = await request(`/api/file-shares/${share.slug}`);
	expect(await page.json()).toMatchObject({ creator: { acceptsCard: true, acceptsDirect: false } });
	const begun = await call("POST", "/api/begin-direct-payment", { shareId: share.slug });
	expect([begun.status, await begun.json()]).toMatchObject([
		409,
		{ code: "share.no_payment_route" },
	]);
});
