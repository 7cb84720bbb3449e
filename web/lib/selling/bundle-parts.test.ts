import { describe, expect, it } from "vitest";
import { lessCents, sumCents } from "./bundle-parts.ts";

const [a, b, c] = [{ price: "10.00" }, { price: "12.00" }, { price: "18.00" }];
const free = { price: "0.00" };

describe("lessCents", () => {
	it("is in proportion to the prices of the missing parts", () => {
		expect(sumCents([a, b, c])).toBe(4000);
		expect(lessCents(3000, [a, b, c], [b, c])).toBe(2250);
	});

	it("is by number where all parts are free, and no less than a card can pay", () => {
		expect(lessCents(3000, [free, free, free], [free])).toBe(1000);
		expect(lessCents(100, [a, c], [a])).toBe(50);
		expect(lessCents(30, [a, c], [a])).toBe(30);
	});
});
