import { describe, expect, it } from "vitest";
import type { MyShare } from "../../../worker/contract/catalogue/shares.ts";
import { changeOf, editsOf, previewOf, reversed, type Typed } from "./preview.ts";

const share = (shareId: string, fields: Partial<MyShare> = {}) =>
	({
		shareId,
		title: shareId,
		pricing: "fixed",
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
		expect(changeOf(form)).toEqual(change);
	});

	it.each(["", "0", "-3", "1.234", "abc", "1000.01"])("takes %j for no percentage", (value) => {
		expect(changeOf(typed({}, value))).toBeNull();
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
});
