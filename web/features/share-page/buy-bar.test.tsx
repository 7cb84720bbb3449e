import { expect, test } from "vitest";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { shareOf } from "../../../worker/test/fixtures/share-page.ts";
import { show } from "../../test/render.tsx";
import { BuyBar } from "./buy-bar.tsx";
import { ClosedBar } from "./closed-offer.tsx";

const Bar = ({ page }: { page: ShareResponse }) => (
	<BuyBar page={page} closed={<ClosedBar page={page} />} />
);

const pageOf = (ways: { acceptsCard: boolean; directBy: string }, isPaid = false) => {
	const page = shareOf([], { price: "24.00", isPaid });
	return { ...page, creator: { ...page.creator, acceptsDirect: true, ...ways } };
};

test("links to the only way to pay", () => {
	const page = show(<Bar page={pageOf({ acceptsCard: false, directBy: "PayPal" })} />);
	expect(page.getByRole("link", { name: "Buy · $24" }).getAttribute("href")).toBe(
		"/payment/direct/slug",
	);
	expect(page.queryByRole("button")).toBeNull();
});

test("offers both ways behind one button, and says what follows each", () => {
	const page = show(<Bar page={pageOf({ acceptsCard: true, directBy: "PayPal" })} />);
	const button = page.getByRole("button", { name: "Buy · $24" });
	const choice = page.container.querySelector("[popover]");
	expect(button.getAttribute("popovertarget")).toBe(choice?.id);
	expect(
		[...(choice?.querySelectorAll("a, a + p") ?? [])].map(({ textContent }) => textContent),
	).toEqual([
		"Pay $24.00 online",
		"Through Stripe. Your files open right away.",
		"Send $24.00 with PayPal",
		"You send the money to the creator yourself. Your files open once they confirm it.",
	]);
});

test("offers the download to buyers", () => {
	const page = show(<Bar page={pageOf({ acceptsCard: true, directBy: "PayPal" }, true)} />);
	page.getByRole("link", { name: "Download everything" });
});
