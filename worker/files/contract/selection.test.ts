import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeSelection, encodeSelection } from "./selection.ts";

describe("selections", () => {
	it("decodes the encoded selection", () => {
		const positions = fc.uniqueArray(fc.nat({ max: 1999 }), { minLength: 1, maxLength: 2000 });
		fc.assert(
			fc.property(positions, (list) => {
				const word = encodeSelection(list);
				expect(word).toMatch(/^[A-Za-z0-9_-]{1,400}$/);
				expect(decodeSelection(word)).toEqual(list.toSorted((a, b) => a - b));
			}),
		);
	});

	it("encodes positions of any size in a short address", () => {
		const large = fc.uniqueArray(fc.nat({ max: 10_000_000 }), { minLength: 1, maxLength: 50 });
		fc.assert(
			fc.property(large, (list) => {
				expect(decodeSelection(encodeSelection(list))).toEqual(list.toSorted((a, b) => a - b));
			}),
		);
		for (const last of [7_991, 7_992, 8_000, 2 ** 40])
			expect(decodeSelection(encodeSelection([3, last]))).toEqual([3, last]);
		const many = Array.from({ length: 2000 }, (_, n) => 1_000_000 + 100 * n);
		expect(encodeSelection(many).length).toBeLessThan(4_000);
		expect(decodeSelection(encodeSelection(many))).toEqual(many);
	});

	it.each<[number[], string]>([
		[[0], "AQ"],
		[[7], "gA"],
		[[8], "AAE"],
		[[6, 0, 3], "SQ"],
		[[7992], "~uD4"],
		[[8000, 127], "~f8A9"],
	])("encodes %j as %s", (positions, word) => {
		expect(encodeSelection(positions)).toBe(word);
		expect(decodeSelection(word)).toEqual(positions.toSorted((a, b) => a - b));
	});

	it("refuses codes of more than 12,000 characters", () => {
		const first = (count: number) => Array.from({ length: count }, (_, position) => position);
		expect(decodeSelection(encodeSelection(first(8999)))).toEqual(first(8999));
		expect(encodeSelection(first(9000))).toHaveLength(12_001);
		expect(decodeSelection(encodeSelection(first(9000)))).toBeNull();
	});

	it("encodes all 2,000 files", () => {
		const all = Array.from({ length: 2000 }, (_, index) => index);
		expect(decodeSelection(encodeSelection(all))).toEqual(all);
	});

	it.each([
		"",
		"AA",
		"AAAA",
		"gIB",
		"a b",
		"../x",
		"~",
		"~AA",
		"~gA",
		// 2⁶⁰, alone and after 3
		"~gICAgICAgIAQ",
		"~A4CAgICAgICAEA",
		"A".repeat(100_000),
	])("refuse %s", (word) => {
		expect(decodeSelection(word)).toBeNull();
	});

	it("encodes a selection alike in any order of its files", () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/), (word) => {
				const positions = decodeSelection(word);
				if (positions !== null) expect(encodeSelection(positions)).toBe(word);
			}),
		);
	});
});
