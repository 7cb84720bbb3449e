import { describe, expect, it } from "vitest";
import type { GlyphSheet } from "../../../worker/files/previews/contract/previews.ts";
import { hasLetters, setWords } from "./set-words.ts";

/** Every letter is ten wide. */
const sheetOf = (letters: string, kerning: GlyphSheet["kerning"] = {}): GlyphSheet => ({
	height: 20,
	ascent: 15,
	glyphs: Object.fromEntries([...letters].map((char, at) => [char, [at * 12, 0, 12, -1, 10]])),
	kerning,
	picture: "data:,",
});
const plain = sheetOf("abc ");
const kerned = sheetOf("AVÁa ", { AV: -3, VA: -4 });

describe("setWords", () => {
	it.each<[string, string, GlyphSheet, number, [char: string, x: number][][]]>([
		[
			"puts letters side by side",
			"ab c",
			plain,
			100,
			[
				[
					["a", 0],
					["b", 10],
					[" ", 20],
					["c", 30],
				],
			],
		],
		[
			"moves pairs closer",
			"AVA",
			kerned,
			100,
			[
				[
					["A", 0],
					["V", 7],
					["A", 13],
				],
			],
		],
		[
			"kerns letters with accents like those without",
			"VÁ",
			kerned,
			100,
			[
				[
					["V", 0],
					["Á", 6],
				],
			],
		],
		[
			"breaks lines between words",
			"ab bc",
			plain,
			45,
			[
				[
					["a", 0],
					["b", 10],
					[" ", 20],
				],
				[
					["b", 0],
					["c", 10],
				],
			],
		],
		[
			"lets a space hang over the end",
			"ab c",
			plain,
			20,
			[
				[
					["a", 0],
					["b", 10],
					[" ", 20],
				],
				[["c", 0]],
			],
		],
		[
			"breaks a word that is longer than a line",
			"abc",
			plain,
			25,
			[
				[
					["a", 0],
					["b", 10],
				],
				[["c", 0]],
			],
		],
		["sets one letter a line where no more fit", "ab", plain, 5, [[["a", 0]], [["b", 0]]]],
		["sets nothing without words", "", plain, 100, [[]]],
	])("%s", (_, words, sheet, width, expected) => {
		const lines = setWords(words, sheet, width);
		expect(lines.map((line) => line.map(({ char, x }) => [char, x]))).toEqual(expected);
	});

	it.each([
		["capitals for small letters in a font of capitals", "b", sheetOf("AB"), 12],
		["small letters for capitals in a font of small letters", "B", sheetOf("ab"), 12],
	])("draws %s", (_, words, sheet, from) => {
		expect(setWords(words, sheet, 100)[0]?.[0]?.glyph?.[0]).toBe(from);
	});

	it.each(["z", "漢", "__proto__", "ß"])("finds no letter for %s in a font without it", (words) => {
		expect(setWords(words, plain, 1000)[0]?.every(({ glyph }) => glyph === null)).toBe(true);
		expect(hasLetters(words, plain)).toBe(false);
	});

	it("leaves a gap for a space that the font lacks", () => {
		const [, space, last] = setWords("A A", sheetOf("A"), 100)[0] ?? [];
		expect(space?.glyph).not.toBeNull();
		expect(last?.x).toBeGreaterThan(20);
	});
});
