import { expect, test } from "vitest";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { fileOf, previewOf, shareOf } from "../../../worker/test/fixtures/share-page.ts";
import { show } from "../../test/render.tsx";
import { BuyBar } from "./buy-bar.tsx";
import { ClosedBar, ClosedOffer } from "./closed-offer.tsx";
import { PurchaseCard } from "./purchase-card.tsx";

const Card = (props: { page: ShareResponse; isPaying?: boolean }) => (
	<PurchaseCard {...props} closed={<ClosedOffer page={props.page} />} />
);

const pageOf = (creator: object, isPaid = false) => {
	const page = shareOf([], { price: "24.00", isPaid });
	return { ...page, creator: { ...page.creator, ...creator } };
};

test("replaces the button of a paused way of paying with a notice", () => {
	const ways = {
		acceptsCard: false,
		acceptsDirect: true,
		directBy: "Cash App",
		paused: ["card"] as const,
	};
	const page = show(<Card page={pageOf(ways)} />);
	page.getByText("Online payments are paused right now.");
	expect(page.getByRole("link", { name: "Buy for $24.00" }).getAttribute("href")).toBe(
		"/payment/direct/slug",
	);
});

test("offers nothing to buy while every way is paused, but downloads to buyers", () => {
	const ways = { acceptsCard: false, acceptsDirect: false, paused: ["card", "direct"] as const };
	const shown = show(<Card page={pageOf(ways)} />);
	shown.getByText("Checkout is paused right now");
	expect(shown.queryByRole("link", { name: /Buy/ })).toBeNull();
	shown.unmount();
	const bar = show(<BuyBar page={pageOf(ways)} closed={<ClosedBar page={pageOf(ways)} />} />);
	expect(bar.container.textContent).toBe("Checkout is paused right now");
	bar.unmount();
	show(<Card page={pageOf(ways, true)} />).getByRole("link", {
		name: "Download everything",
	});
});

test("says nothing about paying for a free share", () => {
	const page = pageOf({ acceptsCard: false, acceptsDirect: false });
	const free = {
		...page,
		fileShare: { ...page.fileShare, pricing: "free" as const, price: "0.00" },
	};
	const shown = show(<Card page={free} />);
	shown.getByRole("link", { name: "Get it for free" });
	expect(shown.queryByText(/Cash App|online payment/i)).toBeNull();
});

test.each([
	["has one", [fileOf({ preview: null }), fileOf({ id: "2", preview: previewOf() })], true],
	["has none", [fileOf({ preview: null })], false],
])("says that previews come from the files only where any %s", (_, files, isSaid) => {
	const shown = show(<Card page={shareOf(files)} />);
	expect(shown.queryByText("Previews are made from these files") !== null).toBe(isSaid);
});

test("says until when downloads last, in place of a time after a deletion", () => {
	const kept = show(<Card page={pageOf({})} />);
	kept.getByText(/you have 30 days/);
	kept.unmount();
	const { fileShare, ...rest } = pageOf({});
	const ending = { ...fileShare, accessUntil: "2026-12-24T12:00:00.000Z" };
	const shown = show(<Card page={{ ...rest, fileShare: ending }} />);
	shown.getByText("Download until Dec 24, 2026");
	expect(shown.queryByText(/you still have/)).toBeNull();
});

test.each([
	["sold out", { soldOut: true }, "Sold out"],
	["stopped", { selling: false }, "Not for sale right now"],
	[
		"over",
		{ selling: false, expiresAt: "2020-01-02T00:00:00.000Z" },
		"Sales ended on Jan 2, 2020.",
	],
])("says that a share is %s, and offers to tell when it is back", (_, fields, said) => {
	const { fileShare, ...rest } = pageOf({});
	const shown = show(<Card page={{ ...rest, fileShare: { ...fileShare, ...fields } }} />);
	shown.getByText(new RegExp(said));
	const form = shown.getByRole("button", { name: "Tell me when it’s back" }).closest("form");
	expect([form?.method, form?.getAttribute("action")]).toEqual(["post", "/share/slug/tell-me"]);
	expect(shown.getByLabelText("Email").getAttribute("name")).toBe("email");
	expect(shown.queryByRole("link", { name: /Buy/ })).toBeNull();
});

test("asks for no address if the creator's mails are not sent", () => {
	const { fileShare, ...rest } = pageOf({ mailsReceipts: false });
	const shown = show(<Card page={{ ...rest, fileShare: { ...fileShare, soldOut: true } }} />);
	shown.getByText("Sold out");
	expect(shown.queryByRole("button", { name: "Tell me when it’s back" })).toBeNull();
});

test("says nothing of prices to clients who have paid elsewhere", () => {
	const free = { isPaid: true, pricing: "free", asksAddress: false } as const;
	const open = show(<Card page={shareOf([], free)} />);
	open.getByText("Free");
	open.getByText("Free to download for everyone.");
	open.unmount();
	const choosing = { count: 40, open: true };
	const prepaid = show(<Card page={shareOf([], { ...free, choosing })} />);
	expect(prepaid.queryByText(/free/i)).toBeNull();
	prepaid.getByRole("link", { name: "Download everything" });
});

test("offers no second purchase while a payment is being confirmed", () => {
	const ways = { acceptsCard: true, acceptsDirect: false };
	const shown = show(<Card page={pageOf(ways)} isPaying />);
	expect(shown.queryByRole("link", { name: /Buy/ })).toBeNull();
	shown.unmount();
	show(<Card page={pageOf(ways)} />).getByRole("link", { name: "Buy for $24.00" });
});
