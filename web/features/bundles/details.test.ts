import { describe, expect, it } from "vitest";
import { checkedDetails, EMPTY_DETAILS, proposalsFor } from "./details.ts";

const FILLED = {
	...EMPTY_DETAILS,
	title: "The whole coast",
	price: "30",
	parts: ["share-aa", "share-bb"],
};

describe("checkedDetails", () => {
	it("names every field that is missing", () => {
		expect(checkedDetails(EMPTY_DETAILS, "usd")).toEqual({
			errors: {
				title: "Title is required",
				price: "Valid price is required",
				parts: "Choose at least two shares",
			},
		});
	});

	it("sends a suggestion only if buyers choose the price", () => {
		const typed = { ...FILLED, suggestedPrice: "40.00" };
		expect(checkedDetails(typed, "usd")).toEqual({
			input: {
				title: "The whole coast",
				price: "30",
				pricing: "fixed",
				ownedParts: "full",
				parts: ["share-aa", "share-bb"],
			},
		});
		expect(checkedDetails({ ...typed, pricing: "chosen" }, "usd")).toMatchObject({
			input: { pricing: "chosen", suggestedPrice: "40.00" },
		});
	});

	it("refuses a suggestion below the minimum, and a fixed price of nothing", () => {
		const low = { ...FILLED, pricing: "chosen", suggestedPrice: "20" } as const;
		expect(checkedDetails(low, "usd")).toHaveProperty("errors.suggestedPrice");
		expect(checkedDetails({ ...FILLED, price: "0" }, "usd")).toHaveProperty("errors.price");
	});
});

it("refuses amounts that the currency does not have", () => {
	const typed = { ...FILLED, pricing: "chosen", suggestedPrice: "40.50" } as const;
	expect(checkedDetails(typed, "jpy")).toEqual({
		errors: { suggestedPrice: "Enter a whole amount: this currency has no decimals" },
	});
	expect(checkedDetails(typed, "eur")).toHaveProperty("input");
});

describe("proposalsFor", () => {
	it("takes 10, 20 and 30 percent off", () => {
		expect(proposalsFor(4000, "usd").map(({ price }) => price)).toEqual([
			"36.00",
			"32.00",
			"28.00",
		]);
	});

	it("takes percentages off in whole yen", () => {
		expect(proposalsFor(98_500, "jpy").map(({ price }) => price)).toEqual(["887", "788", "690"]);
	});
});
