import { expect, it } from "vitest";
import { allFiles, isLiveIn } from "../../catalogue/shares/tables.ts";
import { downloadLog } from "../../files/downloads/tables.ts";
import { purchaseParts } from "../../purchases/entitlements/tables.ts";
import { buy, makeGallery } from "../../test/fixtures/gallery.ts";
import { makeBuyer, makePurchase, makeSale, makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";

async function sold() {
	const sale = await makeSale({
		share: { title: "<script>alert(1)</script>" },
		purchase: { state: "disputed", buyerEmail: "disputing@example.test" },
	});
	const other = await makePurchase(sale.share, (await makeBuyer()).id);
	const line = (purchaseId: string, userAgent: string) => ({
		id: testCtx().id(),
		shareId: sale.share.id,
		purchaseId,
		what: "all",
		at: Date.now() + 1000,
		country: "NL",
		userAgent,
	});
	await testCtx()
		.db.insert(downloadLog)
		.values([line(sale.purchase.id, "Disputing/1.0"), line(other.id, "Innocent/2.0")]);
	return sale;
}

it("lists the sale's events, and no other sale's", async () => {
	const { creator, purchase } = await sold();
	const path = `/api/purchases/${purchase.id}/evidence`;
	const response = await request(path, { cookies: creator.cookies });
	const html = await response.text();
	expect(response.status).toBe(200);
	for (const said of [
		"disputing@example.test",
		"Disputing/1.0",
		"All files (ZIP)",
		purchase.reference,
	])
		expect(html).toContain(said);
	expect(html).not.toContain("Innocent/2.0");
	expect(html).not.toContain("<script>");
	expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
	expect(response.headers.get("cache-control")).toContain("no-store");
});

it("lists the files that a bundle opened, and their downloads", async () => {
	const { creator, share, purchase } = await makeSale({ share: { ownedParts: "full" } });
	const { db, id, now } = testCtx();
	await db.delete(allFiles).where(isLiveIn(share.id));
	const parts = [await makeShare(creator.user.id), await makeShare(creator.user.id)];
	const names = ["dawn.txt", "dusk.txt"];
	for (const [at, { id: shareId }] of parts.entries()) {
		await db.update(allFiles).set({ originalName: names[at] }).where(isLiveIn(shareId));
		await db.insert(purchaseParts).values({ purchaseId: purchase.id, shareId });
	}
	const other = await makePurchase(parts[0]!, (await makeBuyer()).id);
	const taken = (shareId: string, purchaseId: string | null, userAgent: string) => ({
		id: id(),
		shareId,
		purchaseId,
		what: "all",
		at: now() + 1000,
		userAgent,
	});
	await db
		.insert(downloadLog)
		.values([
			taken(parts[0]!.id, purchase.id, "First/1.0"),
			taken(parts[1]!.id, purchase.id, "Second/1.0"),
			taken(parts[0]!.id, other.id, "Innocent/2.0"),
			taken(parts[0]!.id, null, "Owner/1.0"),
		]);
	const path = `/api/purchases/${purchase.id}/evidence`;
	const html = await (await request(path, { cookies: creator.cookies })).text();
	for (const said of [...names, "First/1.0", "Second/1.0"]) expect(html).toContain(said);
	for (const unsaid of ["Innocent/2.0", "Owner/1.0"]) expect(html).not.toContain(unsaid);
});

it.each([
	["a", ["a.jpg"]],
	["web:* e", ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg"]],
	["web:*", ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]],
])("lists only the files that were bought: %s", async (words, names) => {
	const gallery = await makeGallery();
	const { purchase } = await buy(gallery, words);
	const path = `/api/purchases/${purchase.id}/evidence`;
	const html = await (await request(path, { cookies: gallery.creator.cookies })).text();
	expect(html.match(/\b[a-z]\.jpg/g)).toEqual(names);
});

it("shows the evidence page to the creator only", async () => {
	const { purchase, buyer } = await sold();
	const path = `/api/purchases/${purchase.id}/evidence`;
	expect((await request(path)).status).toBe(401);
	expect((await request(path, { cookies: buyer.cookies })).status).toBe(401);
	const stranger = await makeCreator();
	expect((await request(path, { cookies: stranger.cookies })).status).toBe(404);
});
