import { describe, expect, it } from "vitest";
import { lessCents, sumCents } from "./bundle-parts.ts";

const [a, b, c] = [{ price: "10.00" }, { price: "12.00" }, { price: "18.00" }];
const free = { price: "0.00" };

describe("lessCents", () => {
	it("charges in proportion to the prices of the missing parts", () => {
		expect(sumCents([a, b, c])).toBe(4000);
		expect(lessCents(3000, [a, b, c], [b, c], "usd")).toBe(2250);
	});

	it("charges by number if all parts are free, but at least the card's minimum", () => {
		expect(lessCents(3000, [free, free, free], [free], "usd")).toBe(1000);
		expect(lessCents(100, [a, c], [a], "usd")).toBe(50);
		expect(lessCents(30, [a, c], [a], "usd")).toBe(30);
	});

	it("charges whole yen, and at least the card's minimum", () => {
		expect(lessCents(100_000, [a, b, c], [b, c], "jpy")).toBe(75_000);
		expect(lessCents(99_900, [a, b, c], [b], "jpy")).toBe(30_000);
		expect(lessCents(20_000, [a, c], [a], "jpy")).toBe(10_000);
	});
});
