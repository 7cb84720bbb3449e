import { expect, test } from "vitest";
import { shareOf } from "../../../worker/test/share-page.ts";
import { show } from "../../test/render.tsx";
import { BuyBar } from "./buy-bar.tsx";
import { PurchaseCard } from "./purchase-card.tsx";

const pageOf = (creator: object, isPaid = false) => {
	const page = shareOf([], { price: "24.00", isPaid });
	return { ...page, creator: { ...page.creator, ...creator } };
};

test("a paused way of paying has a notice in place of its button", () => {
	const ways = { acceptsCard: false, acceptsDirect: true, paused: ["card"] as const };
	const page = show(<PurchaseCard page={pageOf(ways)} />);
	page.getByText("Card payments are paused for the moment.");
	expect(page.getByRole("link", { name: "Buy for $24.00" }).getAttribute("href")).toBe(
		"/payment/direct/slug",
	);
});

test("when every way is paused nothing can be bought, and buyers download", () => {
	const ways = { acceptsCard: false, acceptsDirect: false, paused: ["card", "direct"] as const };
	const shown = show(<PurchaseCard page={pageOf(ways)} />);
	shown.getByText("Buying is paused for the moment");
	expect(shown.queryByRole("link", { name: /Buy/ })).toBeNull();
	shown.unmount();
	const bar = show(<BuyBar page={pageOf(ways)} />);
	expect(bar.container.textContent).toBe("Buying is paused for the moment");
	bar.unmount();
	show(<PurchaseCard page={pageOf(ways, true)} />).getByRole("link", {
		name: "Download everything",
	});
});
