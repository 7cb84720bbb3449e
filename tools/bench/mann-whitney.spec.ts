import { expect, test } from "vitest";
import { mannWhitney } from "./mann-whitney.ts";

const range = (from: number, length: number) => Array.from({ length }, (_, at) => from + at);

test("samples of one distribution have a high probability, and shifted ones a low one", () => {
	expect(mannWhitney([1, 2, 3], [4, 5, 6])).toBeCloseTo(0.0495, 3);
	expect(mannWhitney([1, 3, 5, 7], [2, 4, 6, 8])).toBeCloseTo(0.5637, 3);
	expect(mannWhitney([2, 2, 2], [2, 2, 2])).toBe(1);
	expect(mannWhitney(range(0, 500), range(5, 500))).toBeGreaterThan(0.05);
	expect(mannWhitney(range(0, 500), range(100, 500))).toBeLessThan(1e-6);
	expect(mannWhitney([1, 1, 2, 2], [1, 2, 3, 3])).toBeCloseTo(0.2207, 2);
});
