import { describe, expect, it } from "vitest";
import type { MyPurchase } from "../../../worker/customers/receipts/contract.ts";
import { isOpen, mergePurchases } from "./merge-purchases.ts";

function bought(purchaseId: string, changes: Partial<MyPurchase> = {}): MyPurchase {
	return {
		purchaseId,
		shareId: `share-${purchaseId}`,
		title: purchaseId,
		currency: "usd",
		price: "5.00",
		discount: null,
		paidAt: "2026-11-01T10:00:00.000Z",
		buyerEmail: "buyer@example.test",
		cover: null,
		creator: "Jane",
		route: "direct",
		directBy: "Cash App",
		reference: "ABCDEFGH",
		refundFailedAt: null,
		state: "paid",
		downloadUntil: null,
		accessUntil: null,
		filesGone: false,
		invoice: null,
		consent: null,
		licence: null,
		withdrawal: null,
		revoked: null,
		news: [],
		earlierVersions: [],
		receiptUrl: "https://tillbox.test/receipt#token",
		...changes,
	};
}

describe("mergePurchases", () => {
	it("contains each purchase once, newest first", () => {
		const older = bought("older");
		const newer = bought("newer", { paidAt: "2026-11-09T10:00:00.000Z" });
		expect(mergePurchases([older], [newer, older])).toEqual([newer, older]);
	});

	it("prefers the fresh list for shares in both", () => {
		const before = bought("one");
		const after = bought("one", { state: "refunded" });
		expect(mergePurchases([before], [after])).toEqual([after]);
	});
});

describe("isOpen", () => {
	it("returns true for paid purchases only", () => {
		expect(isOpen(bought("1", { state: "paid", filesGone: false }))).toBe(true);
		expect(isOpen(bought("1", { state: "refunded", filesGone: false }))).toBe(false);
		expect(isOpen(bought("1", { state: "disputed", filesGone: false }))).toBe(false);
		expect(isOpen(bought("1", { revoked: { at: "", reason: "" } }))).toBe(false);
		expect(isOpen(bought("1", { state: "paid", filesGone: true }))).toBe(false);
	});
});
