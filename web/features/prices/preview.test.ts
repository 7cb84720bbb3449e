import { describe, expect, it } from "vitest";
import type { MyShare } from "../../../worker/contract/catalogue/shares.ts";
import { changeOf, editsOf, previewOf, reversed, type Typed } from "./preview.ts";

const share = (shareId: string, fields: Partial<MyShare> = {}) =>
	({
		shareId,
		title: shareId,
		pricing: "fixed",
		currency: "usd",
		price: "10.00",
		suggestedPrice: null,
		...fields,
	}) as MyShare;
const typed = (fields: Partial<Omit<Typed, "values">>, value: string): Typed => {
	const kind = fields.kind ?? "percent";
	const values = { percent: "", amount: "", to: "", [kind]: value };
	return { kind, direction: "raise", rounding: "none", ...fields, values };
};

describe("changeOf", () => {
	it.each([
		[typed({}, "12.5"), { kind: "percent", bps: 1250 }],
		[typed({ direction: "lower" }, "50"), { kind: "percent", bps: -5000 }],
		[typed({ kind: "amount", direction: "lower" }, "1.50"), { kind: "amount", cents: -150 }],
		[typed({ kind: "to", direction: "lower" }, "5"), { kind: "to", cents: 500 }],
	])("reads what is typed", (form, change) => {
		expect(changeOf(form, "usd")).toEqual(change);
	});

	it("takes whole amounts only where a currency has no decimals, and any percentage", () => {
		expect(changeOf(typed({ kind: "to" }, "500"), "jpy")).toEqual({ kind: "to", cents: 50_000 });
		expect(changeOf(typed({ kind: "amount" }, "1.50"), "jpy")).toBeNull();
		expect(changeOf(typed({}, "12.5"), "jpy")).toEqual({ kind: "percent", bps: 1250 });
	});

	it.each(["", "0", "-3", "1.234", "abc", "1000.01"])("takes %j for no percentage", (value) => {
		expect(changeOf(typed({}, value), "usd")).toBeNull();
	});
});

describe("previewOf", () => {
	const shares = [
		share("one"),
		share("two", { price: "0.60" }),
		share("open", { pricing: "chosen", suggestedPrice: "10.50" }),
		share("gift", { pricing: "free", price: "0.00" }),
		share("not chosen"),
	];
	const chosen = new Set(["one", "two", "open", "gift"]);

	it("says for each chosen share what it would cost, or why it stays", () => {
		const rows = previewOf(shares, chosen, {
			change: { kind: "amount", cents: 100 },
			rounding: "none",
		});
		expect(rows.map(({ toCents, refused }) => [toCents, refused])).toEqual([
			[1100, null],
			[160, null],
			[1100, "above_suggestion"],
			[100, "free"],
			[null, null],
		]);
		expect(editsOf(rows)).toEqual([
			{ share: "one", from: "10.00", to: "11.00" },
			{ share: "two", from: "0.60", to: "1.60" },
		]);
		expect(reversed(editsOf(rows))[0]).toEqual({ share: "one", from: "11.00", to: "10.00" });
	});

	it("warns of prices that no card can pay, except where buyers choose", () => {
		const change = { kind: "to", cents: 49 } as const;
		const rows = previewOf(shares, chosen, { change, rounding: "none" });
		expect(rows.map(({ fallsBelowCard }) => fallsBelowCard)).toEqual([
			true,
			true,
			false,
			false,
			false,
		]);
	});

	it("goes by what cards are charged at least in the share's currency", () => {
		const inYen = [share("one", { currency: "jpy", price: "500.00" })];
		const rows = (cents: number) =>
			previewOf(inYen, new Set(["one"]), { change: { kind: "to", cents }, rounding: "none" });
		expect(rows(9_900)[0]?.fallsBelowCard).toBe(true);
		expect(rows(10_000)[0]?.fallsBelowCard).toBe(false);
		const raised = { change: { kind: "percent", bps: 50 }, rounding: "99" } as const;
		expect(editsOf(previewOf(inYen, new Set(["one"]), raised))).toEqual([
			{ share: "one", from: "500.00", to: "503.00" },
		]);
	});
});
