import { expect, test } from "vitest";
import type { Sale } from "../../../worker/payments/sales/contract/sales.ts";
import { show } from "../../test/render.tsx";
import { SalesTable } from "./sales-table.tsx";

const PAID: Sale = {
	id: "sale",
	shareId: "low-tide",
	title: "Low tide",
	route: "card",
	directBy: null,
	state: "paid",
	buyerEmail: "ines@example.test",
	currency: "usd",
	price: "24.00",
	discount: null,
	platformFee: "0.24",
	processingFee: "1.00",
	refunded: "0.00",
	refundFailedAt: null,
	exchanged: null,
	net: "22.76",
	where: "balance",
	createdAt: "2026-05-01T12:00:00Z",
	paidAt: "2026-05-01T12:00:00Z",
	withdrawal: null,
	place: { edge: null, card: null, differ: false },
	invoiceNumber: null,
	revokedAt: null,
	reference: "ABCD2345",
	checkout: null,
};
const FREE = { route: "free", where: "free", price: "0.00", net: "0.00" } as const;
const NO_FEES = { platformFee: "0.00", processingFee: "0.00" };

test.each<[string, Partial<Sale>, string, string[]]>([
	["paid", {}, "Paid", ["$24.00", "− $1.24", "$22.76"]],
	[
		"partly refunded",
		{ refunded: "5.00", net: "17.81" },
		"Partly refunded",
		["$24.00", "− $5.00 refunded", "− $1.24", "+ $0.05 returned", "$17.81"],
	],
	[
		"refunded",
		{ state: "refunded", refunded: "24.00", net: "-1.00" },
		"Refunded",
		["$24.00", "− $24.00 refunded", "− $1.24", "+ $0.24 returned", "-$1.00"],
	],
	[
		"lost to a dispute",
		{ state: "lost", net: "-16.24" },
		"Dispute lost",
		["$24.00", "− $39.00 dispute", "− $1.24", "-$16.24"],
	],
	["free", { ...FREE, ...NO_FEES }, "Paid", ["Free", "$0", "$0", "$0"]],
])("a sale that is %s adds up in its row", (_, fields, state, amounts) => {
	const screen = show(<SalesTable sales={[{ ...PAID, ...fields }]} isOfOneShare={false} />);
	screen.getByText(state);
	screen.getByRole("link", { name: "Low tide" });
	const text = screen.getByRole("row", { name: /ines@example/ }).textContent ?? "";
	let from = 0;
	for (const amount of amounts) {
		const at = text.indexOf(amount, from);
		expect([amount, at]).toEqual([amount, expect.toSatisfy((found) => found >= from)]);
		from = at + amount.length;
	}
});
