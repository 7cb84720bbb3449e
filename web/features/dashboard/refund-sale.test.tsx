import { afterEach, expect, test, vi } from "vitest";
import { IDEMPOTENCY_KEY } from "../../../worker/api/idempotency/contract.ts";
import type { Sale } from "../../../worker/payments/sales/contract/sales.ts";
import { show } from "../../test/render.tsx";
import { RefundSale } from "./refund-sale.tsx";

const SALE = {
	id: "sale",
	price: "20.00",
	refunded: "0.00",
	platformFee: "1.00",
	processingFee: "0.88",
	currency: "usd",
	buyerEmail: "buyer@example.test",
	exchanged: null,
} as Sale;

afterEach(() => vi.unstubAllGlobals());

test("sends the same key for an amount that is tried again, however it is typed", async () => {
	const sent: (string | null)[] = [];
	vi.stubGlobal("fetch", async (_: RequestInfo | URL, { headers }: RequestInit) => {
		sent.push(new Headers(headers).get(IDEMPOTENCY_KEY));
		throw new TypeError("the response was lost");
	});
	const { getByRole, findByRole, user } = show(<RefundSale sale={SALE} />);
	await user.click(getByRole("button", { name: "Refund" }));
	const field = await findByRole("textbox");
	const amounts = ["5", "5.00", "6.00", "5.00"];
	for (const [tried, amount] of amounts.entries()) {
		await user.clear(field);
		await user.type(field, amount);
		await user.click(getByRole("button", { name: /^Refund \$/ }));
		await vi.waitFor(() => expect(sent).toHaveLength(tried + 1));
	}
	const [first, second, other, third] = sent;
	expect(first).toEqual(expect.any(String));
	expect([second, third]).toEqual([first, first]);
	expect(other).not.toBe(first);
});

test("refunds chosen files for their price, and not those that were refunded before", async () => {
	const sent: unknown[] = [];
	vi.stubGlobal("fetch", async (_: RequestInfo | URL, { body }: RequestInit) => {
		sent.push(JSON.parse(String(body)));
		throw new TypeError("the response was lost");
	});
	const line = { edition: "full", price: "5.00", refundedAt: null } as const;
	const lines: Sale["lines"] = [
		{ ...line, file: "a", name: "a.jpg" },
		{ ...line, file: "b", name: "b.jpg", edition: "web" },
		{ ...line, file: "c", name: "c.jpg", refundedAt: "2026-05-01T12:00:00Z" },
	];
	const { getByRole, getAllByRole, user } = show(<RefundSale sale={{ ...SALE, lines }} />);
	await user.click(getByRole("button", { name: "Refund" }));
	expect(getAllByRole("checkbox")).toHaveLength(2);
	await user.click(getByRole("checkbox", { name: /^a\.jpg/ }));
	await user.click(getByRole("checkbox", { name: /^b\.jpg/ }));
	await user.click(getByRole("button", { name: "Refund 2 files, $10.00" }));
	expect(sent).toEqual([
		{
			lines: [
				{ file: "a", edition: "full" },
				{ file: "b", edition: "web" },
			],
		},
	]);
	getByRole("alert");
	await user.click(getByRole("checkbox", { name: /^a\.jpg/ }));
	getByRole("button", { name: "Refund 1 file, $5.00" });
});

test("names no number of files for all pictures", async () => {
	const line = { edition: "web", price: "5.00", refundedAt: null } as const;
	const lines: Sale["lines"] = [{ ...line, file: "*", name: null }];
	const { getByRole, user } = show(<RefundSale sale={{ ...SALE, lines }} />);
	await user.click(getByRole("button", { name: "Refund" }));
	await user.click(getByRole("checkbox", { name: /^All pictures/ }));
	getByRole("button", { name: "Refund $5.00" });
});
