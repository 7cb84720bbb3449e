import { expect, test } from "vitest";
import type {
	Bundle,
	BundlePart,
	ShareResponse,
} from "../../../../worker/catalogue/shares/contract/shares.ts";
import { shareOf } from "../../../../worker/test/fixtures/share-page.ts";
import { show } from "../../../test/render.tsx";
import { BundlePage } from "./bundle-page.tsx";

const NO_PAYMENT = { step: "none" } as const;

const partOf = (shareId: string, fields: Partial<BundlePart> = {}): BundlePart => ({
	shareId,
	title: `Share ${shareId}`,
	currency: "usd",
	price: "16.00",
	pricing: "fixed",
	fileCount: 9,
	totalSize: 9 * 1024,
	kinds: [{ kind: "image", n: 9 }],
	cover: null,
	isPaid: false,
	selling: true,
	...fields,
});

const PARTS = ["a", "b", "c"];

function pageOf(
	bundle: Partial<Bundle> = {},
	fields: Partial<ShareResponse["fileShare"]> = {},
	rest: Partial<ShareResponse> = {},
): ShareResponse {
	return shareOf(
		[],
		{ price: "30.00", fileCount: 27, totalSize: 27 * 1024, ...fields },
		{
			...rest,
			bundle: {
				ownedParts: "less",
				parts: PARTS.map((slug) => partOf(slug)),
				separately: "48.00",
				ownPrice: null,
				...bundle,
			},
		},
	);
}

const showPage = (page: ShareResponse) => show(<BundlePage page={page} payment={NO_PAYMENT} />);
const textOf = (page: ReturnType<typeof show>) =>
	page.getByRole("complementary", { name: "Price and contents" }).textContent;

test("links to the parts' pages, and compares the price with their sum", () => {
	const page = showPage(pageOf({ parts: [partOf("a"), partOf("b", { selling: false })] }));
	page.getByText("Bundle of 2 shares");
	page.getByText("18 photos");
	expect(page.getByRole("link", { name: "Share a" }).getAttribute("href")).toBe("/share/a");
	page.getByText("$16.00 on its own");
	page.getByText("Only in this bundle");
	expect(textOf(page)).toContain("$30.00Separately $48.00 · you save $18.00");
	expect(page.queryByText("You have this")).toBeNull();
});

test("marks a part that the buyer owns, and says what the rest costs", () => {
	const parts = [partOf("a", { isPaid: true }), partOf("b"), partOf("c")];
	const page = showPage(pageOf({ parts, ownPrice: "20.00" }));
	expect(page.getAllByText("You have this")).toHaveLength(1);
	expect(textOf(page)).toContain("You already have 1 of 3: $20.00 instead of $30.00.");
	expect(page.getByRole("link", { name: "Buy for $20.00" }).getAttribute("href")).toBe(
		"/payment/slug",
	);
	page.unmount();
	const same = showPage(pageOf({ parts, ownedParts: "full" }));
	expect(textOf(same)).toContain("You already have 1 of 3. The bundle costs the same");
});

test("offers no second purchase while a payment is being confirmed", () => {
	const before = showPage(pageOf());
	expect(before.getAllByRole("link", { name: /^Buy/ })).toHaveLength(2);
	before.unmount();
	for (const step of ["settling", "slow"] as const) {
		const page = show(<BundlePage page={pageOf()} payment={{ step }} />);
		expect(page.queryByRole("link", { name: /^Buy/ })).toBeNull();
		page.unmount();
	}
});

test("reduces the minimum if buyers choose the price", () => {
	const parts = [partOf("a", { isPaid: true }), partOf("b"), partOf("c")];
	const page = showPage(pageOf({ parts, ownPrice: "20.00" }, { pricing: "chosen" }));
	expect(textOf(page)).toContain("$20.00 or more");
	expect(textOf(page)).toContain("at least $20.00 instead of $30.00");
});

test("doesn't count a free part as bought", () => {
	const free = partOf("a", { isPaid: true, pricing: "free", price: "0.00" });
	const page = showPage(pageOf({ parts: [free, partOf("b")], separately: "16.00" }));
	expect(page.queryByText("You have this")).toBeNull();
	expect(textOf(page)).not.toContain("You already have");
});

test("gives each part its own button once paid, with nothing to buy or download", () => {
	const parts = PARTS.map((slug) => partOf(slug, { isPaid: true }));
	const page = showPage(pageOf({ parts }, { isPaid: true }));
	page.getByRole("heading", { name: "Everything you bought" });
	expect(page.getAllByText("Open")).toHaveLength(3);
	expect(page.queryByRole("link", { name: /Buy|Download/ })).toBeNull();
});

test("says that a bundle is not for sale", () => {
	const page = showPage(pageOf({}, { selling: false }));
	page.getByText("Not for sale right now");
	expect(page.queryByRole("link", { name: /Buy/ })).toBeNull();
});
