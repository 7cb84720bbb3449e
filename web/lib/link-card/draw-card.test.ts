import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breakLines } from "./draw-card.ts";

const upTo = (n: number) => (line: string) => line.length <= n;

describe("breakLines", () => {
	it("breaks at spaces", () => {
		expect(breakLines("Winter light over Lofoten", 3, upTo(12))).toEqual({
			lines: ["Winter light", "over Lofoten"],
			isWhole: true,
		});
	});

	it("ends with an ellipsis if the lines don't suffice", () => {
		expect(breakLines("Winter light over Lofoten", 1, upTo(10))).toEqual({
			lines: ["Winter…"],
			isWhole: false,
		});
	});

	it("breaks inside a word that is longer than a line, without losing a character", () => {
		expect(breakLines("Donaudampfschifffahrt", 3, upTo(9))).toEqual({
			lines: ["Donaudamp", "fschifffa", "hrt"],
			isWhole: true,
		});
	});

	it("keeps joined emoji together", () => {
		const { lines } = breakLines("👩‍👩‍👧👩‍👩‍👧", 2, upTo(8));
		expect(lines).toEqual(["👩‍👩‍👧", "👩‍👩‍👧"]);
	});

	it("never gives more or longer lines than allowed, for any text", () => {
		fc.assert(
			fc.property(
				fc.string({ unit: "grapheme-ascii" }),
				fc.integer({ min: 1, max: 4 }),
				fc.integer({ min: 2, max: 30 }),
				(text, maxLines, width) => {
					const { lines, isWhole } = breakLines(text, maxLines, upTo(width));
					expect(lines.length).toBeLessThanOrEqual(maxLines);
					for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
					if (isWhole) expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(/\s/g, ""));
				},
			),
		);
	});
});
