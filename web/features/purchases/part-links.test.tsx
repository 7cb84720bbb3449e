import { expect, test } from "vitest";
import type { Receipt, ReceiptPart } from "../../../worker/customers/receipts/contract.ts";
import { show } from "../../test/render.tsx";
import { PartLinks } from "./part-links.tsx";

const part = (shareId: string, fields: Partial<ReceiptPart> = {}): ReceiptPart => ({
	shareId,
	title: `Share ${shareId}`,
	cover: null,
	downloadUntil: null,
	filesGone: false,
	licence: null,
	...fields,
});

const receiptOf = (fields: Partial<Receipt>): Receipt => ({
	purchaseId: "purchase",
	shareId: "bundle",
	title: "The whole coast",
	licence: null,
	currency: "usd",
	price: "30.00",
	discount: null,
	paidAt: "2026-11-01T10:00:00.000Z",
	buyerEmail: "buyer@example.test",
	cover: null,
	creator: "Jane",
	route: "card",
	directBy: null,
	reference: "ABCDEFGH",
	refundFailedAt: null,
	state: "paid",
	downloadUntil: null,
	accessUntil: null,
	filesGone: false,
	invoice: null,
	consent: null,
	withdrawal: null,
	revoked: null,
	news: [],
	earlierVersions: [],
	...fields,
});

const showParts = (fields: Partial<Receipt>) =>
	show(<PartLinks receipt={receiptOf(fields)} className="" />);

test("each part is a link to its files while the purchase is open", () => {
	const page = showParts({ parts: [part("a"), part("b")] });
	expect(page.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
		"/share/a",
		"/share/b",
	]);
});

test("parts without files, and those of a refunded bundle, are named only", () => {
	const page = showParts({ parts: [part("a", { filesGone: true }), part("b")] });
	expect(page.getAllByRole("link")).toHaveLength(1);
	page.getByText("Share a");
	page.unmount();
	const refunded = showParts({ state: "refunded", parts: [part("a")] });
	expect(refunded.queryByRole("link")).toBeNull();
});

test("shows no parts for a share that is no bundle", () => {
	expect(showParts({}).container.textContent).toBe("");
});
