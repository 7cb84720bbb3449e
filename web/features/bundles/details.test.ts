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
		expect(checkedDetails(EMPTY_DETAILS)).toEqual({
			errors: {
				title: "Title is required",
				price: "Valid price is required",
				parts: "Choose at least two shares",
			},
		});
	});

	it("sends a suggestion only where buyers choose the price", () => {
		const typed = { ...FILLED, suggestedPrice: "40.00" };
		expect(checkedDetails(typed)).toEqual({
			input: {
				title: "The whole coast",
				price: "30",
				pricing: "fixed",
				ownedParts: "full",
				parts: ["share-aa", "share-bb"],
			},
		});
		expect(checkedDetails({ ...typed, pricing: "chosen" })).toMatchObject({
			input: { pricing: "chosen", suggestedPrice: "40.00" },
		});
	});

	it("refuses a suggestion below the minimum, and a fixed price of nothing", () => {
		const low = { ...FILLED, pricing: "chosen", suggestedPrice: "20" } as const;
		expect(checkedDetails(low)).toHaveProperty("errors.suggestedPrice");
		expect(checkedDetails({ ...FILLED, price: "0" })).toHaveProperty("errors.price");
	});
});

describe("proposalsFor", () => {
	it("takes 10, 20 and 30 percent off", () => {
		expect(proposalsFor(4000).map(({ price }) => price)).toEqual(["36.00", "32.00", "28.00"]);
	});
});
