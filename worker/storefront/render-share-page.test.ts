import { describe, expect, it } from "vitest";
import type { ShareResponse } from "../contract/shares.ts";
import { renderSharePage } from "./render-share-page.tsx";

const page = (share: Partial<ShareResponse["fileShare"]> = {}): ShareResponse => ({
	fileShare: {
		...{ id: "1", shareId: "share-0001", title: "Dusk", description: null, price: "12.50" },
		...{ isPaid: false, isOwner: false, selling: true, soldOut: false, status: "published" },
		...{ fileCount: 1, totalSize: 10, saleMode: "each", maxSales: null, expiresAt: null },
		downloadUntil: null,
		createdAt: "2026-01-01T00:00:00.000Z",
		...share,
	},
	files: [
		{
			...{ id: "file-0001", originalName: "a.jpg", mimeType: "image/jpeg", size: 10 },
			folderPath: "Main Files",
			preview: {
				...{ kind: "image", width: 30, height: 20, src: null },
				placeholder: "data:image/webp;base64,AAAA",
			},
		},
	],
	keepDays: 30,
	creator: {
		...{ displayName: "Mara", paymentMethod: "both", cashAppHandle: "$mara" },
		...{ acceptsCard: true, acceptsDirect: true },
	},
	lostPurchase: null,
});

describe("the first paint of a share page", () => {
	it("has the picture, the title, the price and the ways to pay", () => {
		const html = renderSharePage(page(), "en");
		expect(html).toContain('src="data:image/webp;base64,AAAA"');
		expect(html).toContain("aspect-ratio:1.5");
		expect(html).toMatch(/<h1[^>]*>Dusk<\/h1>/);
		expect(html).toContain("$12.50");
		expect(html).toContain('href="/payment/share-0001"');
		expect(html).toContain('href="/payment/direct/share-0001"');
	});

	it("leaves a page whose purchase was refunded to the app, which says so first", () => {
		expect(renderSharePage({ ...page(), lostPurchase: "refunded" }, "en")).toBe("");
	});

	it("shows what a creator wrote as text only", () => {
		const evil = `<img src=x onerror=alert(1)>"'`;
		const html = renderSharePage(page({ title: evil, description: evil }), "en");
		expect(html).not.toContain("<img src=x");
		expect(html.match(/&lt;img src=x/g)).toHaveLength(2);
	});

	it("leaves the page of those who may download, and of an upload under way, to the app", () => {
		for (const share of [{ isPaid: true }, { isOwner: true }, { status: "uploading" as const }])
			expect(renderSharePage(page(share), "en")).toBe("");
	});

	it("offers nothing to pay where nothing is for sale", () => {
		for (const share of [{ soldOut: true }, { selling: false }]) {
			const html = renderSharePage(page(share), "en");
			expect(html).toContain("Dusk");
			expect(html).not.toContain("/payment/");
		}
	});

	it("speaks every language", () => {
		expect(renderSharePage(page(), "es")).toContain("con tarjeta");
		expect(renderSharePage(page(), "de")).toContain("mit Karte");
	});
});
