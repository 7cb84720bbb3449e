import { expect, it } from "vitest";
import { renderShare } from "#rendering";
import type { InlinedShare } from "../../catalogue/shares/contract/share-view.ts";
import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import type { Locale } from "../../contract/locales.ts";
import { fileOf, shareOf } from "../../test/fixtures/share-page.ts";

const page = (
	share: Partial<ShareResponse["fileShare"]> = {},
	rest: Partial<ShareResponse> = {},
): ShareResponse => {
	const { creator } = shareOf([]);
	return shareOf(
		[fileOf()],
		{ shareId: "share-0001", title: "Dusk", price: "12.50", ...share },
		{ creator: { ...creator, acceptsDirect: true, directBy: "Cash App" }, ...rest },
	);
};

function render(inlined: InlinedShare | ShareResponse, locale: Locale = "en", search = "") {
	const input = "fileShare" in inlined ? { page: inlined } : inlined;
	const address = `https://tillbox.test/share/share-0001${search}`;
	return renderShare({ address, inlined: input, locale });
}

it("renders the picture, the title, the price and the ways to pay", () => {
	const { html, title } = render(page());
	expect(title).toBe("Dusk · Tillbox");
	expect(html).toContain('src="data:image/webp;base64,AAAA"');
	expect(html).toContain("aspect-ratio:1.5");
	expect(html).toMatch(/<h1[^>]*>Dusk<\/h1>/);
	expect(html).toContain("$12.50");
	expect(html).toContain('href="/payment/share-0001"');
	expect(html).toContain('href="/payment/direct/share-0001"');
});

it.each([
	["of a buyer", page({ isPaid: true }), "Download everything"],
	["of the creator", page({ isOwner: true }), "This is your share"],
	["under way", page({ status: "uploading" }), "Still uploading"],
	["that is sold out", page({ soldOut: true }), "Sold out"],
	["that is not sold", page({ selling: false }), "Not for sale right now"],
	["whose purchase was refunded", page({}, { lostPurchase: "refunded" }), "was refunded"],
	["whose access has ended", page({}, { lostPurchase: "revoked" }), "Your receipt says why"],
])("says that a share is %s", (_, shown, text) => {
	expect(render(shown).html).toContain(text);
});

it("renders what a buyer of single files has, above the pictures", () => {
	const singles = { filePrice: "4.00", packages: [], included: 0 };
	const files = [fileOf({ bought: "full" }), fileOf()];
	const { html } = render(page({ singles, fileCount: 2 }, { files }));
	expect(html.indexOf("You have 1 of 2")).toBeLessThan(html.indexOf("<img"));
	expect(html).toContain("Download 1 file");
	// React's mark of a part that the server couldn't finish.
	expect(html).not.toContain("<!--$!-->");
});

it.each([
	["share.not_found", "Share Not Found"],
	["share.taken_down", "This share has been taken down."],
	["share.removed_by_order", "This share has been removed because of a legal order."],
] as const)("explains a refusal: %s", (code, heading) => {
	const refusal = { status: 404, code, message: "" };
	const { html, title } = render({ refusal });
	expect(/<h1[^>]*>([^<]*)/.exec(html)?.[1]).toBe(heading);
	expect(title).toContain("Tillbox");
});

it("shows the creator the buyers' view, and the result of a payment, by the address", () => {
	const asBuyer = render(page({ isOwner: true }), "en", "?as=buyer").html;
	expect(asBuyer).toContain('href="/payment/share-0001"');
	const returned = "?payment_intent=pi_1&redirect_status=";
	expect(render(page(), "en", `${returned}succeeded`).html).toContain("Confirming your payment");
	expect(render(page(), "en", `${returned}failed`).html).toContain("Payment Failed");
});

// G77
it("keeps nothing of one viewer for the next", () => {
	render(page({ isPaid: true, title: "Private" }), "de", "?payment_intent=pi_1");
	const { html, title } = render(page());
	expect(html + title).not.toMatch(/Private|Download everything|Herunterladen|Confirming/);
});

// G42
it("shows a creator's words as text only", () => {
	const evil = `<img src=x onerror=alert(1)>"'`;
	const { html } = render(page({ title: evil, description: evil }));
	expect(html).not.toContain("<img src=x");
	expect(html).toContain("&lt;img src=x");
});

it("contains the first part of a long list only", () => {
	const files = Array.from({ length: 2000 }, (_, index) =>
		fileOf({ originalName: `name-${index}.jpg`, folderPath: `Folder ${index % 500}` }),
	);
	for (const isPaid of [false, true]) {
		const { html } = render(page({ fileCount: 2000, isPaid }, { files }));
		expect(new Set(html.match(/name-\d+\.jpg/g)).size).toBeLessThanOrEqual(110);
		expect(html.length).toBeLessThan(150_000);
	}
});

it("renders the page in the reader's language", () => {
	expect(render(page(), "es").html).toContain("en línea");
	expect(render(page(), "de").html).toContain("online zahlen");
	expect(render(page(), "de").html).toMatch(/12,50\s\$/);
});
