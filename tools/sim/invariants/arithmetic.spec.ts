import { expect, test } from "vitest";
import {
	type Currency,
	dueFor,
	halfUp,
	hundredths,
	platformFee,
	processingFee,
} from "./arithmetic.ts";

const fixed = (price: string, currency: Currency = "usd") =>
	({ pricing: "fixed", price, currency }) as const;
const percent = (off: string, belowMinimum: "direct" | "free" = "direct") => ({
	percent: off,
	amount: null,
	belowMinimum,
});

test("decimals become whole numbers, and halves are rounded up", () => {
	expect([hundredths("7"), hundredths("7.5"), hundredths("7.05")]).toEqual([700n, 750n, 705n]);
	expect([halfUp(5n, 10n), halfUp(4n, 10n), halfUp(15n, 10n), halfUp(0n, 10n)]).toEqual([
		1n,
		0n,
		2n,
		0n,
	]);
	expect(halfUp(149n, 1n, 100n)).toBe(100n);
	expect(() => hundredths("7.005")).toThrow();
});

test.each([
	[fixed("10.00"), null, null, { kind: "card", cents: 1000n }],
	// 12.345 cents are 12
	[fixed("0.99"), percent("12.47"), null, { kind: "card", cents: 87n }],
	// 0.5 cents are 1
	[fixed("0.50"), percent("1"), null, { kind: "direct", cents: 49n }],
	[fixed("0.50"), percent("1", "free"), null, { kind: "free", cents: 0n }],
	[fixed("8.00"), percent("100"), null, { kind: "free", cents: 0n }],
	// 1667.4999 yen are 1667
	[fixed("5003.00", "jpy"), percent("33.33"), null, { kind: "card", cents: 333_600n }],
	[fixed("0.50", "kwd"), percent("42"), null, { kind: "direct", cents: 29n }],
	[
		fixed("8.00"),
		{ percent: null, amount: "9.10", belowMinimum: "direct" },
		null,
		{ kind: "free", cents: 0n },
	],
	[
		{ ...fixed("5.00"), whole: "30.00" },
		{ percent: null, amount: "15.00", belowMinimum: "direct" },
		null,
		{ kind: "card", cents: 250n },
	],
	[
		{ ...fixed("5.00"), whole: "30.00" },
		percent("95", "free"),
		null,
		{ kind: "direct", cents: 25n },
	],
	[
		{ pricing: "chosen", price: "3.00", currency: "usd" },
		null,
		"2.99",
		{ kind: "too_low", least: 300n },
	],
	[
		{ pricing: "chosen", price: "3.00", currency: "usd" },
		percent("50"),
		"1.50",
		{ kind: "card", cents: 150n },
	],
	[{ pricing: "chosen", price: "0", currency: "usd" }, null, null, { kind: "free", cents: 0n }],
	[{ pricing: "free", price: "0", currency: "usd" }, null, null, { kind: "free", cents: 0n }],
] as const)("what a buyer has to pay for %j with %j, typing %s", (asked, code, typed, due) => {
	expect(dueFor(asked, code, typed)).toEqual(due);
});

test("rounds the fees of a sale", () => {
	// 5 % of 10.10 and 1 % of 0.50 end in half a cent
	expect([platformFee(1010n, "free", "usd"), platformFee(50n, "pro", "eur")]).toEqual([51n, 1n]);
	// 0.6 yen are 1
	expect(platformFee(6_000n, "pro", "jpy")).toBe(100n);
	expect([processingFee(1000n), processingFee(50n)]).toEqual([59n, 31n]);
});
