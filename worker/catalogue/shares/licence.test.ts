import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ErrorBody } from "../../contract/errors.ts";
import type { MyPurchase } from "../../customers/receipts/contract.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { beginCard, payCard, reportSuccess } from "../../test/fakes/provider.ts";
import { makeOffer, purchaseOf } from "../../test/fixtures/sale-helpers.ts";
import { makeBuyer, makePurchase } from "../../test/fixtures/sales.ts";
import { call, request, testCtx } from "../../test/fixtures/test-app.ts";
import type { MyShare, ShareResponse } from "./contract/shares.ts";
import { eraseShare } from "./erase-share.ts";
import { licences } from "./tables.ts";

const PRIVATE = "For private use.\n\nNo <resale>.";
const COMMERCIAL = "Commercial use is fine.";

const offerWith = async (licence: string) => {
	const offer = await makeOffer();
	const edit = (fields: object) =>
		call("PATCH", `/api/file-shares/${offer.share.slug}`, fields, offer.creator.cookies);
	await edit({ licence });
	const response = async (cookies: Record<string, string> = {}) =>
		(await request(`/api/file-shares/${offer.share.slug}`, { cookies })).json<ShareResponse>();
	return { ...offer, slug: offer.share.slug, edit, response };
};
const textsOf = async (shareId: string) =>
	(await testCtx().db.select().from(licences).where(eq(licences.shareId, shareId)))
		.map(({ text }) => text)
		.toSorted();
const receiptsOf = async (cookies: Record<string, string>) =>
	(await call("GET", "/api/my-purchases", undefined, cookies)).json<MyPurchase[]>();

async function buy(slug: string) {
	const begun = await beginCard(slug);
	await payCard(begun.intentId);
	await reportSuccess(
		begun.intentId,
		begun.cookies,
		`${begun.intentId}@example.test`.toLowerCase(),
	);
	return begun;
}

describe("the licence of a share", () => {
	it("shows a licence before paying, and in its creator's list", async () => {
		const { slug, creator, response } = await offerWith(PRIVATE);
		expect((await response()).licence).toBe(PRIVATE);
		const html = await (await request(`/share/${slug}`)).text();
		expect(html).toMatch(/<details[^>]*><summary[^>]*>License/);
		expect(html).toContain("For private use.\n\nNo &lt;resale&gt;.");
		const own = await call("GET", "/api/my-file-shares", undefined, creator.cookies);
		expect((await own.json<MyShare[]>()).map(({ licence }) => licence)).toEqual([PRIVATE]);
	});

	it("leaves out an empty licence", async () => {
		const { slug, edit, response } = await offerWith(PRIVATE);
		await edit({ licence: "" });
		expect(await response()).not.toHaveProperty("licence");
		expect(await (await request(`/share/${slug}`)).text()).not.toContain("<details");
	});

	it("stays for a buyer as it was bought; later buyers get the later one", async () => {
		const { slug, share, edit } = await offerWith(PRIVATE);
		const first = await buy(slug);
		await edit({ licence: COMMERCIAL });
		const second = await buy(slug);
		await edit({ licence: null });
		const third = await buy(slug);
		expect((await receiptsOf(first.cookies)).map(({ licence }) => licence)).toEqual([PRIVATE]);
		expect((await receiptsOf(second.cookies)).map(({ licence }) => licence)).toEqual([COMMERCIAL]);
		expect((await receiptsOf(third.cookies)).map(({ licence }) => licence)).toEqual([null]);
		expect(await textsOf(share.id)).toEqual([COMMERCIAL, PRIVATE]);
	});

	it("deletes versions that nobody bought", async () => {
		const { share, edit } = await offerWith("One");
		await edit({ licence: "Two" });
		await edit({ licence: "Three" });
		expect(await textsOf(share.id)).toEqual(["Three"]);
	});

	it("refuses a payment if the buyer was shown an older licence", async () => {
		const { slug, edit, response } = await offerWith(PRIVATE);
		const { changedAt } = (await response()).fileShare;
		await edit({ licence: COMMERCIAL });
		const begun = await call("POST", "/api/create-payment-intent", { shareId: slug, changedAt });
		expect(begun.status).toBe(409);
		expect((await begun.json<ErrorBody>()).code).toBe("share.changed");
	});

	it("begins another payment after a change, and the first one keeps its licence", async () => {
		const { slug, edit } = await offerWith(PRIVATE);
		const before = await beginCard(slug);
		await edit({ licence: COMMERCIAL });
		const after = await beginCard(slug, before.cookies);
		expect(after.intentId).not.toBe(before.intentId);
		const texts = await Promise.all(
			[before, after].map(async ({ intentId }) => {
				const { licenceId } = await purchaseOf(intentId);
				const rows = await testCtx()
					.db.select()
					.from(licences)
					.where(eq(licences.id, licenceId ?? ""));
				return rows[0]?.text;
			}),
		);
		expect(texts).toEqual([PRIVATE, COMMERCIAL]);
	});

	it("stays on receipts when the share is erased; versions nobody bought, or only began to buy, go", async () => {
		const { slug, share, edit } = await offerWith(PRIVATE);
		await buy(slug);
		await edit({ licence: COMMERCIAL });
		await beginCard(slug);
		await eraseShare(testCtx(), share.id);
		expect(await textsOf(share.id)).toEqual([PRIVATE]);
	});

	it("limits a licence's length, and lets only the creator change it", async () => {
		const { slug, edit, response } = await offerWith(PRIVATE);
		expect((await edit({ licence: "x".repeat(10_001) })).status).toBe(400);
		const stranger = await makeOffer();
		const path = `/api/file-shares/${slug}`;
		const theirs = await call("PATCH", path, { licence: "Mine" }, stranger.creator.cookies);
		expect(theirs.status).toBe(404);
		expect((await response()).licence).toBe(PRIVATE);
	});
});

it("keeps earlier purchases without a licence", async () => {
	const { share, edit } = await offerWith("");
	const buyer = await makeBuyer();
	const purchase = await makePurchase(share, buyer.id);
	await edit({ licence: PRIVATE });
	const [row] = await testCtx().db.select().from(purchases).where(eq(purchases.id, purchase.id));
	expect(row?.licenceId).toBeNull();
});
