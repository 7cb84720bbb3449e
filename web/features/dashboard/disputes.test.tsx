import { expect, test, vi } from "vitest";
import { show } from "../../test/render.tsx";
import { Disputes } from "./disputes.tsx";

let items: unknown[];
vi.mock("./queries/sales.ts", () => ({ useSales: () => ({ data: { items } }) }));

test.each<[unknown[], RegExp | null]>([
	[[], null],
	[[{}], /^A payment is disputed/],
	[[{}, {}], /^2 payments are disputed/],
])("the dashboard leads to disputed sales: %j", (disputed, title) => {
	items = disputed;
	const screen = show(<Disputes />);
	if (title === null) return expect(screen.container.textContent).toBe("");
	expect(screen.container.textContent).toMatch(title);
	const link = screen.getByRole("link", { name: "See what was disputed" });
	expect(link.getAttribute("href")).toBe("/sales?state=disputed");
});
