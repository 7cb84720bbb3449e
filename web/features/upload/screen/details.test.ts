import { describe, expect, it } from "vitest";
import {
	checkedDetails,
	type Details,
	EMPTY_DETAILS,
	isBelowCard,
	isReady,
	missingFrom,
} from "./details.ts";

const details = (over: Partial<Details> = {}): Details => ({
	...EMPTY_DETAILS,
	title: " Sunset ",
	price: "9.9",
	...over,
});

describe("checkedDetails", () => {
	it("returns the input for the server", () => {
		expect(checkedDetails(details({ maxSales: "3", description: "  " }), "usd")).toEqual({
			input: {
				title: "Sunset",
				price: "9.9",
				pricing: "fixed",
				asksAddress: true,
				saleMode: "each",
				samplesMarked: true,
				maxSales: "3",
				preview: { images: "blur", clip: "30" },
			},
		});
	});

	it.each([
		[{ title: "  " }, { title: "Title is required" }],
		[{ price: " " }, { price: "Valid price is required" }],
		[{ price: "0" }, { price: "Valid price is required" }],
		[{ price: "1.999" }, { price: "Valid price is required" }],
		[{ price: "abc" }, { price: "Valid price is required" }],
	])("names what is wrong in %j", (over, errors) => {
		expect(checkedDetails(details(over), "usd")).toEqual({ errors });
	});

	it("takes a minimum of 0 and a suggestion if buyers choose, and no price if the share is free", () => {
		expect(
			checkedDetails(details({ pricing: "chosen", price: "0", suggestedPrice: "5" }), "usd"),
		).toMatchObject({ input: { pricing: "chosen", price: "0", suggestedPrice: "5" } });
		expect(
			checkedDetails(details({ pricing: "free", price: "", asksAddress: false }), "usd"),
		).toMatchObject({ input: { pricing: "free", price: "0", asksAddress: false } });
		expect(
			checkedDetails(details({ pricing: "chosen", price: "6", suggestedPrice: "5" }), "usd"),
		).toEqual({ errors: { suggestedPrice: "The suggestion can't be below the minimum" } });
	});

	it("sends prices of single files only where they can be sold, and names what is wrong", () => {
		const singles = { filePrice: "2", packages: [{ files: "5", price: "8" }], included: "" };
		const input = (over: Partial<Details>) => checkedDetails(details({ singles, ...over }), "usd");
		expect(input({})).toMatchObject({ input: { singles } });
		expect(input({ maxSales: "3" })).not.toHaveProperty("input.singles");
		const packages = [{ files: "1", price: "0.2" }];
		expect(input({ singles: { ...singles, packages } })).toHaveProperty([
			"errors",
			"singles.packages.0.files",
		]);
		packages[0] = { files: "2", price: "0.2" };
		expect(input({ singles: { ...singles, packages } })).toEqual({
			errors: { "singles.packages.0.price": "This must be at least 0.50." },
		});
	});

	it("refuses amounts that the currency does not have", () => {
		const whole = "Enter a whole amount: this currency has no decimals";
		expect(checkedDetails(details({ price: "9.90" }), "jpy")).toEqual({ errors: { price: whole } });
		expect(checkedDetails(details({ price: "990" }), "jpy")).toMatchObject({
			input: { price: "990" },
		});
		expect(checkedDetails(details({ price: "99999999" }), "eur")).toHaveProperty("errors.price");
	});

	it("refuses a limit of zero, and ignores the limit if one payment opens the link", () => {
		expect(checkedDetails(details({ maxSales: "0" }), "usd")).toHaveProperty("errors.maxSales");
		expect(checkedDetails(details({ maxSales: "0", saleMode: "link" }), "usd")).not.toHaveProperty(
			"input.maxSales",
		);
	});
});

it.each([
	["usd", ["0.01", "0.49"], ["0.5", "9.99", "0", ""]],
	["jpy", ["99"], ["100"]],
	["kwd", ["0.29"], ["0.30"]],
] as const)("detects prices in %s that cards can't be charged", (currency, below, others) => {
	expect([...below, ...others].filter((price) => isBelowCard(price, currency))).toEqual(below);
});

describe("missingFrom", () => {
	it("names the missing fields in the form's order", () => {
		expect(missingFrom({ title: "T", price: "", pricing: "free" }, 1)).toEqual([]);
		expect(missingFrom({ title: " ", price: "", pricing: "fixed" }, 0)).toEqual([
			"files",
			"title",
			"price",
		]);
		expect(missingFrom({ title: "T", price: "", pricing: "fixed" }, 2)).toEqual(["price"]);
		expect(missingFrom({ title: "T", price: "0.00", pricing: "fixed" }, 2)).toEqual(["price"]);
		expect(missingFrom({ title: "T", price: "0", pricing: "chosen" }, 2)).toEqual([]);
		expect(missingFrom({ title: "T", price: "1", pricing: "fixed" }, 2)).toEqual([]);
	});
});

it.each([
	["T", "1", 1, 3, true],
	["T", "1", 1, -1, true],
	["T", "1", 1, undefined, true],
	["T", "1", 0, 3, false],
	["  ", "1", 1, 3, false],
	["T", "", 1, 3, false],
	["T", "1", 1, 0, false],
])(
	"decides whether it is ready with title %j, price %j, %i files and %s uploads left: %s",
	(title, price, files, remaining, ready) => {
		expect(isReady({ title, price, pricing: "fixed" }, files, remaining)).toBe(ready);
	},
);
