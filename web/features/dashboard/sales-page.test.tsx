import { Route, Routes } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import type { Sale } from "../../../worker/payments/sales/contract/sales.ts";
import { myShareOf } from "../../test/my-share.ts";
import { show } from "../../test/render.tsx";
import { SalesPage } from "./sales-page.tsx";

const SALE = {
	id: "sale",
	shareId: "low-tide",
	title: "Low tide",
	buyerEmail: "ines@example.test",
	route: "card",
	state: "paid",
	where: "balance",
	price: "9.00",
	refunded: "0.00",
	platformFee: "0.00",
	processingFee: "0.00",
	net: "9.00",
	currency: "usd",
	createdAt: "2026-05-01T12:00:00Z",
	place: {},
} as Sale;
const SHARES = [
	myShareOf({ shareId: "low-tide", title: "Low tide" }),
	myShareOf({ shareId: "dawn", title: "Dawn" }),
];

let items: Sale[];
let shares: typeof SHARES;
const useSales = vi.hoisted(() => vi.fn());
vi.mock("./queries/sales.ts", async (original) => ({
	...(await original<typeof import("./queries/sales.ts")>()),
	useSales,
}));
vi.mock("../../lib/server/queries/shares.ts", async (original) => ({
	...(await original<typeof import("../../lib/server/queries/shares.ts")>()),
	useEveryShare: () => ({ data: shares }),
}));
beforeEach(() => {
	items = [SALE];
	shares = SHARES;
	useSales.mockImplementation(() => ({ data: { items, hasMore: false } }));
});

const showAt = (at: string) =>
	show(
		<Routes>
			<Route path="/sales" element={<SalesPage />} />
			<Route path="/dashboard/sales/:shareId" element={<SalesPage />} />
		</Routes>,
		{ at },
	);

test("filters by share, state and period, and exports the same", async () => {
	const screen = showAt("/sales");
	expect(useSales).toHaveBeenLastCalledWith({}, 1);
	await screen.user.selectOptions(screen.getByLabelText("Share"), "Dawn");
	await screen.user.selectOptions(screen.getByLabelText("Status"), "Partly refunded");
	expect(useSales).toHaveBeenLastCalledWith({ shareId: "dawn", state: "partly_refunded" }, 1);
	await screen.user.selectOptions(screen.getByLabelText("Period"), "Last 30 days");
	const [{ from }] = useSales.mock.lastCall ?? [];
	const days = (Date.now() - Date.parse(from)) / 86_400_000;
	expect([Math.floor(days), from.slice(11)]).toEqual([29, "00:00:00.000Z"]);
	const link = screen.getByRole("link", { name: "Sales as CSV" }).getAttribute("href") ?? "";
	const query = Object.fromEntries(new URL(link, "http://localhost").searchParams);
	expect(query).toEqual({ shareId: "dawn", state: "partly_refunded", from });
	await screen.user.selectOptions(screen.getByLabelText("Share"), "All shares");
	expect(useSales).toHaveBeenLastCalledWith({ state: "partly_refunded", from }, 1);
});

test("names the share of each sale unless all are of one", () => {
	const ofAll = showAt("/sales");
	ofAll.getByRole("link", { name: "Low tide" });
	ofAll.unmount();
	const ofOne = showAt("/dashboard/sales/low-tide");
	expect(ofOne.queryByRole("link", { name: "Low tide" })).toBeNull();
	expect(ofOne.getByLabelText<HTMLSelectElement>("Share").value).toBe("low-tide");
});

test("shows all sales again if none matches", async () => {
	items = [];
	const screen = showAt("/sales?state=lost&days=7");
	screen.getByText("No matching sales");
	await screen.user.click(screen.getByRole("button", { name: "Show all sales" }));
	expect(useSales).toHaveBeenLastCalledWith({}, 1);
});

test.each([
	["with shares, the link of the latest", SHARES, "button", "Copy the link of Low tide"],
	["without one, the first share", [], "link", "Create your first share"],
] as const)("offers the next step before the first sale: %s", (_, all, role, name) => {
	items = [];
	shares = [...all];
	const screen = showAt("/sales");
	screen.getByRole(role, { name });
	expect(screen.queryByLabelText("Period")).toBeNull();
	expect(screen.queryByRole("link", { name: "Sales as CSV" })).toBeNull();
});
