import { describe, expect, it } from "vitest";
import { downloadLog } from "../../files/downloads/tables.ts";
import { makeBuyer, makePurchase, makeSale } from "../../test/fixtures/sales.ts";
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

describe("the evidence page", () => {
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

	it("is visible to the creator only", async () => {
		const { purchase, buyer } = await sold();
		const path = `/api/purchases/${purchase.id}/evidence`;
		expect((await request(path)).status).toBe(401);
		expect((await request(path, { cookies: buyer.cookies })).status).toBe(401);
		const stranger = await makeCreator();
		expect((await request(path, { cookies: stranger.cookies })).status).toBe(404);
	});
});
