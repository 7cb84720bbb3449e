import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { MyPurchase } from "../../customers/receipts/contract.ts";
import { purchaseParts } from "../../purchases/entitlements/tables.ts";
import { beginCard, payCard, provider, reportSuccess, sandbox } from "../../test/fakes/provider.ts";
import { makeBundle, openOf, pageOf } from "../../test/fixtures/bundles.ts";
import { codeOf } from "../../test/fixtures/restrictions.ts";
import {
	type Creator,
	chargeOf,
	deliverAll,
	purchaseOf,
	refund,
	salesOf,
	verify,
} from "../../test/fixtures/sale-helpers.ts";
import { call, cookiesOf, request, testCtx } from "../../test/fixtures/test-app.ts";
import { shares } from "../shares/tables.ts";

type Cookies = Record<string, string>;
type Slug = { id: string; slug: string };

const begin = (share: Slug, cookies: Cookies = {}, fields: object = {}) =>
	call("POST", "/api/create-payment-intent", { shareId: share.slug, ...fields }, cookies);

/** Buys a share by card; `cookies` are then those of its buyer, with an address of their own. */
async function buy(share: Slug, cookies: Cookies = {}) {
	const begun = await beginCard(share.slug, cookies);
	await payCard(begun.intentId);
	const address = `${begun.intentId}@example.test`.toLowerCase();
	expect((await reportSuccess(begun.intentId, begun.cookies, address)).status).toBe(200);
	return { ...begun, purchase: await purchaseOf(begun.intentId) };
}

const edit = (creator: { cookies: Cookies }, share: Slug, json: object) =>
	call("PATCH", `/api/file-shares/${share.slug}`, json, creator.cookies);
const listOf = (parts: readonly Slug[]) => ({ parts: parts.map(({ slug }) => slug) });

async function partsOf(purchase: { id: string }) {
	const rows = await testCtx()
		.db.select()
		.from(purchaseParts)
		.where(eq(purchaseParts.purchaseId, purchase.id));
	return rows.map(({ shareId }) => shareId).sort();
}
const idsOf = (parts: readonly { id: string }[]) => parts.map(({ id }) => id).sort();

async function refundBy(creator: Creator, share: Slug) {
	const [sale] = await salesOf(creator, share);
	expect((await refund(creator, sale?.id ?? "")).status).toBe(200);
}

async function takeDown(share: { id: string }) {
	await testCtx().db.update(shares).set({ status: "taken_down" }).where(eq(shares.id, share.id));
}

/** A code of the creator's for that percentage. */
async function discount(creator: Creator, code: string, percent: number) {
	const made = await call("POST", "/api/discounts", { code, percent }, creator.cookies);
	expect(made.status, await made.text()).toBe(201);
}

describe("a bundle that is bought", () => {
	it("opens each of its parts to its buyer, and nothing before it is paid or to anyone else", async () => {
		const { bundle, parts } = await makeBundle();
		const begun = await beginCard(bundle.slug);
		expect(begun.amount).toBe(2000);
		expect(await openOf(parts, begun.cookies)).toEqual([false, false, false]);
		await payCard(begun.intentId);
		expect((await reportSuccess(begun.intentId, begun.cookies)).status).toBe(200);
		expect(await openOf(parts, begun.cookies)).toEqual([true, true, true]);
		expect(await openOf(parts, {})).toEqual([false, false, false]);
		const archive = `/api/file-shares/${bundle.slug}/download-all-assets`;
		expect((await request(archive, { cookies: begun.cookies })).status).toBe(404);
		expect((await pageOf(bundle, begun.cookies)).fileShare.isPaid).toBe(true);
		expect((await pageOf(parts[0] as Slug, begun.cookies)).fileShare.isPaid).toBe(true);
		expect(await codeOf(await begin(bundle, begun.cookies))).toBe("payment.already_paid");
		expect(await codeOf(await begin(parts[0] as Slug, begun.cookies))).toBe("payment.already_paid");
	});

	it("keeps paid parts when its creator changes them, and gives new ones to new buyers", async () => {
		const { creator, bundle, parts } = await makeBundle([{}, {}, {}, {}]);
		const [a, b, c, d] = parts as unknown as [Slug, Slug, Slug, Slug];
		expect((await edit(creator, bundle, listOf([a, b]))).status).toBe(200);
		const before = await buy(bundle);
		expect((await edit(creator, bundle, listOf([b, c, d]))).status).toBe(200);
		expect(await openOf(parts, before.cookies)).toEqual([true, true, false, false]);
		const after = await buy(bundle);
		expect(await openOf(parts, after.cookies)).toEqual([false, true, true, true]);
		expect((await pageOf(bundle, before.cookies)).bundle?.parts.map((part) => part.isPaid)).toEqual(
			[true, false, false],
		);
	});

	it("keeps the licence of each part as it was when it was paid for", async () => {
		const { creator, bundle, parts } = await makeBundle([{}, {}]);
		const [part] = parts as unknown as [Slug];
		expect((await edit(creator, part, { licence: "For private use" })).status).toBe(200);
		const { cookies } = await buy(bundle);
		expect((await edit(creator, part, { licence: "For any use" })).status).toBe(200);
		const purchases = await (await request("/api/my-purchases", { cookies })).json<MyPurchase[]>();
		expect(purchases[0]?.parts?.map(({ licence }) => licence)).toEqual(["For private use", null]);
	});

	it("closes all parts when it is refunded or disputed, except those that were bought apart", async () => {
		const { creator, bundle, parts } = await makeBundle();
		const [own] = parts as unknown as [Slug];
		const { cookies } = await buy(own);
		const sold = await buy(bundle, cookies);
		expect(await openOf(parts, cookies)).toEqual([true, true, true]);
		await refundBy(creator, bundle);
		expect(await openOf(parts, cookies)).toEqual([true, false, false]);
		expect((await pageOf(parts[1] as Slug, cookies)).lostPurchase).toBe("refunded");
		// Bought again, with the part refunded that was bought separately.
		const again = await buy(bundle, sold.cookies);
		await refundBy(creator, own);
		expect(await openOf(parts, cookies)).toEqual([true, true, true]);
		const disputed = { ...again, share: bundle, told: new Response() } as never;
		await sandbox(`/charges/${await chargeOf(disputed)}/dispute`);
		await deliverAll(disputed);
		expect(await openOf(parts, cookies)).toEqual([false, false, false]);
	});

	it("refuses to sell a bundle with a missing or ended part, and says so", async () => {
		const { creator, bundle, parts } = await makeBundle([{}, {}]);
		const [part] = parts as unknown as [(typeof parts)[number]];
		const sold = await buy(bundle);
		const set = (fields: object) => edit(creator, part, fields);
		expect((await set({ selling: false })).status).toBe(200);
		expect((await begin(bundle)).status).toBe(200);
		expect(await codeOf(await begin(part))).toBe("share.not_for_sale");
		// Its end was set before anybody began to pay, and has passed.
		const ended = await makeBundle([{ endsAccess: true, expiresAt: Date.now() - 1 }, {}]);
		expect(await codeOf(await begin(ended.bundle))).toBe("share.not_for_sale");
		expect((await pageOf(ended.bundle)).fileShare.selling).toBe(false);
		await takeDown(part);
		expect(await codeOf(await begin(bundle))).toBe("share.not_for_sale");
		const page = await pageOf(bundle, sold.cookies);
		expect(page.fileShare.selling).toBe(false);
		expect(page.bundle?.parts.map(({ shareId }) => shareId)).toEqual([parts[1]?.slug]);
		expect(await openOf(parts, sold.cookies)).toEqual([false, true]);
	});

	it("sells a bundle free with a code, and at a chosen price", async () => {
		const { creator, bundle, parts } = await makeBundle([{}, {}], {
			pricing: "chosen",
			price: "4.00",
			suggestedPrice: "9.00",
		});
		await verify(creator);
		expect(await codeOf(await begin(bundle, {}, { amount: "3.99" }))).toBe(
			"payment.amount_too_low",
		);
		await discount(creator, "ALL", 100);
		const response = await call("POST", "/api/get-free", {
			shareId: bundle.slug,
			code: "ALL",
			buyerEmail: "fan@example.test",
		});
		expect(response.status).toBe(200);
		expect(await openOf(parts, cookiesOf(response))).toEqual([true, true]);
		expect(await openOf(parts, {})).toEqual([false, false]);
	});
});

describe("who has parts of a bundle", () => {
	it("pays in full if its creator chose so, and gets all parts", async () => {
		const { bundle, parts } = await makeBundle();
		const { cookies } = await buy(parts[0] as Slug);
		expect((await pageOf(bundle, cookies)).bundle).toMatchObject({
			ownPrice: null,
			parts: [{ isPaid: true }, { isPaid: false }, { isPaid: false }],
		});
		const { amount, purchase } = await buy(bundle, cookies);
		expect(amount).toBe(2000);
		expect(await partsOf(purchase)).toEqual(idsOf(parts));
	});

	it("pays for the missing parts if its creator chose so, and gets those, also with a code", async () => {
		const prices = [{ priceCents: 1000 }, { priceCents: 3000 }, { priceCents: 2000 }];
		const { creator, bundle, parts } = await makeBundle(prices, { ownedParts: "less" });
		const { cookies } = await buy(parts[0] as Slug);
		await discount(creator, "HALF", 50);
		expect((await pageOf(bundle, cookies)).bundle?.ownPrice).toBe("16.67");
		expect((await pageOf(bundle)).bundle?.ownPrice).toBeNull();
		expect(await (await begin(bundle, cookies, { code: "HALF" })).json()).toMatchObject({
			amount: 833,
			listAmount: 1667,
			code: "HALF",
		});
		const { amount, purchase } = await buy(bundle, cookies);
		expect(amount).toBe(1667);
		expect(await partsOf(purchase)).toEqual(idsOf(parts.slice(1)));
		// It doesn't open unpaid parts.
		await refundBy(creator, parts[0] as Slug);
		expect(await openOf(parts, cookies)).toEqual([false, true, true]);
	});

	it.each([
		["counts a free part as everyone's", {}, true],
		["counts no free part behind a password", { passwordHash: "h", unlockHash: "u" }, false],
		["counts no free part that isn't open yet", { opensAt: Date.now() + 86_400_000 }, false],
	])("%s", async (_, fields, isTheirs) => {
		const free = { pricing: "free", priceCents: 0, asksAddress: false, ...fields } as const;
		const { bundle, parts } = await makeBundle([free, {}]);
		const { cookies } = await buy(parts[1] as Slug);
		const page = await pageOf(bundle, cookies);
		expect(page.bundle?.parts.map(({ isPaid }) => isPaid)).toEqual([isTheirs, true]);
		expect((await begin(bundle, cookies)).status).toBe(isTheirs ? 409 : 200);
	});

	it("treats a buyer of every part as the bundle's buyer", async () => {
		const { bundle, parts } = await makeBundle([{}, {}], { ownedParts: "less" });
		const { cookies } = await buy(parts[0] as Slug);
		await buy(parts[1] as Slug, cookies);
		expect(await codeOf(await begin(bundle, cookies))).toBe("payment.already_paid");
		expect((await pageOf(bundle, cookies)).fileShare.isPaid).toBe(true);
	});
});

describe("what changes between the quote and the payment", () => {
	it("the parts: who began keeps what was quoted, and beginning again quotes what is sold now", async () => {
		const { creator, bundle, parts } = await makeBundle();
		const [a, b, c] = parts as unknown as [Slug, Slug, Slug];
		const seen = (await pageOf(bundle)).fileShare.changedAt;
		const first = await beginCard(bundle.slug);
		expect((await edit(creator, bundle, listOf([a, b]))).status).toBe(200);
		expect(await codeOf(await begin(bundle, {}, { changedAt: seen }))).toBe("share.changed");
		const other = await beginCard(bundle.slug);
		await payCard(first.intentId);
		expect((await reportSuccess(first.intentId, first.cookies)).status).toBe(200);
		expect(await openOf([a, b, c], first.cookies)).toEqual([true, true, true]);
		expect((await edit(creator, bundle, listOf([b, c]))).status).toBe(200);
		const renewed = await beginCard(bundle.slug, other.cookies);
		expect(renewed.intentId).not.toBe(other.intentId);
		expect((await provider().paymentIntents.retrieve(other.intentId)).status).toBe("canceled");
		await payCard(renewed.intentId);
		await reportSuccess(renewed.intentId, renewed.cookies, "other@example.test");
		expect(await openOf([a, b, c], renewed.cookies)).toEqual([false, true, true]);
	});

	it("what a part shows: the buyer is asked to look again", async () => {
		const { creator, bundle, parts } = await makeBundle();
		const seen = (await pageOf(bundle)).fileShare.changedAt;
		expect((await edit(creator, parts[1] as Slug, { title: "Other" })).status).toBe(200);
		expect(await codeOf(await begin(bundle, {}, { changedAt: seen }))).toBe("share.changed");
		const now = (await pageOf(bundle)).fileShare.changedAt;
		expect((await begin(bundle, {}, { changedAt: now })).status).toBe(200);
	});

	it("what the buyer has: an attempt stands only for the same parts", async () => {
		const { creator, bundle, parts } = await makeBundle([{}, {}], { ownedParts: "less" });
		const all = await beginCard(bundle.slug);
		expect(all.amount).toBe(2000);
		await buy(parts[0] as Slug, all.cookies);
		const less = await beginCard(bundle.slug, all.cookies);
		expect(less).toMatchObject({ amount: 1000 });
		expect((await provider().paymentIntents.retrieve(all.intentId)).status).toBe("canceled");
		await refundBy(creator, parts[0] as Slug);
		const whole = await beginCard(bundle.slug, all.cookies);
		expect(whole.amount).toBe(2000);
		expect(await partsOf(await purchaseOf(whole.intentId))).toEqual(idsOf(parts));
		expect(await partsOf(await purchaseOf(less.intentId))).toEqual(idsOf(parts.slice(1)));
	});

	it("a part refunded after a quote for the rest: the payment opens the rest alone", async () => {
		const { creator, bundle, parts } = await makeBundle([{}, {}], { ownedParts: "less" });
		const { cookies } = await buy(parts[0] as Slug);
		const less = await beginCard(bundle.slug, cookies);
		await refundBy(creator, parts[0] as Slug);
		await payCard(less.intentId);
		expect((await reportSuccess(less.intentId, cookies)).status).toBe(200);
		expect(await openOf(parts, cookies)).toEqual([false, true]);
	});

	it("the parts are bought apart in another tab: what would open nothing new is refunded", async () => {
		const { bundle, parts } = await makeBundle([{}, {}]);
		const begun = await beginCard(bundle.slug);
		await buy(parts[0] as Slug, begun.cookies);
		await buy(parts[1] as Slug, begun.cookies);
		await payCard(begun.intentId);
		const response = await reportSuccess(begun.intentId, begun.cookies);
		expect(await codeOf(response)).toBe("payment.already_paid");
		expect(await purchaseOf(begun.intentId)).toMatchObject({
			state: "refunded",
			autoRefundReason: "duplicate",
			refundedCents: 2000,
		});
		expect(await openOf(parts, begun.cookies)).toEqual([true, true]);
	});

	it("a part that is paid after its bundle is refunded", async () => {
		const { bundle, parts } = await makeBundle([{}, {}]);
		const begun = await beginCard((parts[0] as Slug).slug);
		await buy(bundle, begun.cookies);
		await payCard(begun.intentId);
		expect(await codeOf(await reportSuccess(begun.intentId, begun.cookies))).toBe(
			"payment.already_paid",
		);
		expect(await openOf(parts, begun.cookies)).toEqual([true, true]);
	});

	it("a part is gone: the payment is refunded", async () => {
		const { bundle, parts } = await makeBundle([{}, {}]);
		const begun = await beginCard(bundle.slug);
		await takeDown(parts[0] as (typeof parts)[number]);
		await payCard(begun.intentId);
		expect(await codeOf(await reportSuccess(begun.intentId, begun.cookies))).toBe(
			"share.not_for_sale",
		);
		expect(await purchaseOf(begun.intentId)).toMatchObject({
			state: "refunded",
			autoRefundReason: "withdrawn",
			refundedCents: 2000,
		});
		expect(await openOf(parts, begun.cookies)).toEqual([false, false]);
	});

	it("its last copy goes to one of two buyers", async () => {
		const { creator, bundle, parts } = await makeBundle([{}, {}]);
		expect((await edit(creator, bundle, { maxSales: 1 })).status).toBe(200);
		const [one, two] = await Promise.all([beginCard(bundle.slug), beginCard(bundle.slug)]);
		await Promise.all([payCard(one.intentId), payCard(two.intentId)]);
		const told = await Promise.all([one, two].map((it) => reportSuccess(it.intentId, it.cookies)));
		expect(told.map(({ status }) => status).sort()).toEqual([200, 409]);
		const opened = await Promise.all([one, two].map((it) => openOf(parts, it.cookies)));
		expect(opened.flat().filter(Boolean)).toHaveLength(2);
	});

	it("two tabs begin one payment", async () => {
		const { bundle, parts } = await makeBundle([{}, {}], { ownedParts: "less" });
		const { cookies } = await buy(parts[0] as Slug);
		const [a, b] = await Promise.all([
			beginCard(bundle.slug, cookies),
			beginCard(bundle.slug, cookies),
		]);
		expect(a.intentId).toBe(b.intentId);
		expect(await partsOf(await purchaseOf(a.intentId))).toEqual(idsOf(parts.slice(1)));
	});
});
