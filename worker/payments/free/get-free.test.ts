import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { FileShare, ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { codeOf } from "../../test/fixtures/restrictions.ts";
import {
	accessOf,
	type Creator,
	makeOffer,
	subjectsTo,
	verify,
} from "../../test/fixtures/sale-helpers.ts";
import type { makeShare } from "../../test/fixtures/sales.ts";
import { call, cookiesOf, request, testCtx } from "../../test/fixtures/test-app.ts";
import type { PaymentIntentResponse } from "../checkout/contract.ts";
import { ledger } from "../tables.ts";

let creator: Creator;
let share: Awaited<ReturnType<typeof makeShare>>;
async function offer(fields: Parameters<typeof makeOffer>[0]) {
	({ creator, share } = await makeOffer(fields));
	await verify(creator);
}

const get = (body: object = {}, cookies?: Record<string, string>) =>
	call(
		"POST",
		"/api/get-free",
		{ shareId: share.slug, buyerEmail: "fan@example.test", ...body },
		cookies,
	);
const pay = (amount: string, cookies?: Record<string, string>) =>
	call("POST", "/api/create-payment-intent", { shareId: share.slug, amount }, cookies);
const edit = (fields: object) =>
	call("PATCH", `/api/file-shares/${share.slug}`, fields, creator.cookies);
const seen = async (cookies?: Record<string, string>) =>
	(
		await request(`/api/file-shares/${share.slug}`, cookies ? { cookies } : {})
	).json<ShareResponse>();

describe("a free share that asks for an address", () => {
	beforeEach(() => offer({ pricing: "free", priceCents: 0 }));

	// G24
	it("opens to buyers who leave one, with a receipt of $0.00, and to nobody else", async () => {
		expect(await accessOf(share, {})).toBeNull();
		const response = await get();
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({ isPaid: true, receiptUrl: expect.any(String) });
		const cookies = cookiesOf(response);
		expect(await accessOf(share, cookies)).toMatchObject({ as: "buyer" });
		expect(await accessOf(share, {})).toBeNull();
		expect(await subjectsTo("fan@example.test")).toEqual(["Your receipt"]);
		const [purchase] = await testCtx()
			.db.select()
			.from(purchases)
			.where(eq(purchases.shareId, share.id));
		expect(purchase).toMatchObject({ route: "free", state: "paid", priceCents: 0 });
		const lines = await testCtx()
			.db.select()
			.from(ledger)
			.where(eq(ledger.creatorId, creator.user.id));
		expect(lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([["gross", 0]]);
		expect(await codeOf(await get({}, cookies))).toBe("payment.already_paid");
	});

	it("refuses payments by every route", async () => {
		expect(
			await codeOf(await call("POST", "/api/create-payment-intent", { shareId: share.slug })),
		).toBe("payment.nothing_to_pay");
		expect((await seen()).creator).toMatchObject({ acceptsCard: false, acceptsDirect: false });
	});

	it("doesn't finish an attempt once the share has a price", async () => {
		const cookies = cookiesOf(await get());
		await testCtx()
			.db.update(purchases)
			.set({ state: "started", paidAt: null })
			.where(eq(purchases.shareId, share.id));
		expect((await edit({ pricing: "fixed", price: "9.00" })).status).toBe(200);
		expect(await codeOf(await get({}, cookies))).toBe("payment.required");
		expect(await accessOf(share, cookies)).toBeNull();
	});

	it("gives the last copy once", async () => {
		await testCtx().db.update(shares).set({ maxSales: 3 }).where(eq(shares.id, share.id));
		const responses = await Promise.all(Array.from({ length: 12 }, () => get()));
		expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
	});

	it("refuses refunds", async () => {
		await get();
		const [purchase] = await testCtx()
			.db.select()
			.from(purchases)
			.where(eq(purchases.shareId, share.id));
		const refund = await call("POST", `/api/purchases/${purchase?.id}/refund`, {}, creator.cookies);
		expect(await refund.json()).toMatchObject({ code: "payment.conflict", reason: "refund.free" });
	});
});

describe("a free share without an address", () => {
	beforeEach(() => offer({ pricing: "free", priceCents: 0, asksAddress: false }));

	it("opens to everyone while it is on sale, and makes no purchases", async () => {
		expect(await accessOf(share, {})).toEqual({ as: "anyone" });
		expect((await seen()).fileShare.isPaid).toBe(true);
		expect(await codeOf(await get())).toBe("payment.already_paid");
		for (const closed of [
			{ selling: false },
			{ selling: true, expiresAt: 1 },
			{ expiresAt: null, status: "taken_down" as const },
			{ status: "deleted" as const },
		]) {
			await testCtx().db.update(shares).set(closed).where(eq(shares.id, share.id));
			expect(await accessOf(share, {})).toBeNull();
		}
	});
});

describe("a share whose buyers choose the price", () => {
	beforeEach(() => offer({ pricing: "chosen", priceCents: 500, suggestedCents: 1200 }));

	// G24
	it("accepts any amount from the minimum, and quotes the choice", async () => {
		const low = await pay("4.99");
		expect(low.status).toBe(400);
		expect(await low.json()).toMatchObject({
			code: "payment.amount_too_low",
			details: { least: "5.00" },
		});
		const seven = await pay("7.00");
		expect(await seven.clone().json()).toMatchObject({ amount: 700 });
		const cookies = cookiesOf(seven);
		const { clientSecret } = await seven.json<PaymentIntentResponse>();
		expect((await (await pay("7", cookies)).json<PaymentIntentResponse>()).clientSecret).toBe(
			clientSecret,
		);
		expect(await (await pay("20.50", cookies)).json()).toMatchObject({ amount: 2050 });
		expect(await codeOf(await get())).toBe("payment.amount_too_low");
	});

	it("lowers the minimum by a code, down to nothing", async () => {
		const gift = { code: "GIFT", percent: 100 };
		expect((await call("POST", "/api/discounts", gift, creator.cookies)).status).toBe(201);
		expect((await get({ code: "GIFT" })).status).toBe(200);
	});

	it("costs nothing if the minimum is 0", async () => {
		await testCtx().db.update(shares).set({ priceCents: 0 }).where(eq(shares.id, share.id));
		expect((await get()).status).toBe(200);
		expect(await (await pay("3.00")).json()).toMatchObject({ amount: 300 });
		expect(await codeOf(await pay("0.20"))).toBe("share.no_payment_route");
	});
});

describe("the kind of pricing", () => {
	beforeEach(() => offer({ priceCents: 900 }));

	it("changes the pricing only together with a price that fits", async () => {
		const shareOf = async (response: Response) =>
			(await response.json<{ fileShare: FileShare }>()).fileShare;
		expect(
			await shareOf(await edit({ pricing: "chosen", price: "2.00", suggestedPrice: "5.00" })),
		).toMatchObject({ pricing: "chosen", price: "2.00", suggestedPrice: "5.00" });
		expect(await shareOf(await edit({ price: "0" }))).toMatchObject({ price: "0.00" });
		expect(await shareOf(await edit({ pricing: "free", asksAddress: false }))).toMatchObject({
			pricing: "free",
			price: "0.00",
			suggestedPrice: null,
			asksAddress: false,
		});
		expect((await edit({ price: "5.00" })).status).toBe(400);
		expect((await edit({ pricing: "fixed" })).status).toBe(400);
		expect(await shareOf(await edit({ pricing: "fixed", price: "5.00" }))).toMatchObject({
			pricing: "fixed",
			price: "5.00",
			asksAddress: true,
		});
		expect((await edit({ price: "0" })).status).toBe(400);
	});

	it("makes no share free that sells its link", async () => {
		const response = await edit({ saleMode: "link", pricing: "free" });
		expect(await response.json()).toMatchObject({ fields: { pricing: expect.any(String) } });
		await edit({ pricing: "free" });
		expect((await edit({ saleMode: "link" })).status).toBe(400);
	});

	// G24
	it("gives nothing of a priced share away for an address", async () => {
		expect(await codeOf(await get())).toBe("payment.required");
		expect(await accessOf(share, {})).toBeNull();
	});
});
