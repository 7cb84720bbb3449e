/**
 * Cuts the web app's fonts in `web/app/fonts` out of their families again, for other letters or weights.
 *
 *   node tools/build/fonts.ts
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import { ROOT } from "../local/processes.ts";

const lettersOf = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));

/** English, Spanish and German, and our symbols: nearly every page needs no more. */
const COMMON = [...lettersOf(0x20, 0x7e), ..."\u00a0¡«·»¿ÁÄÉÍÑÓÖÚÜßáäéíñóöúü×–—‘’‚“”„…€←→−"];
const WESTERN = [
	...lettersOf(0xa1, 0xff),
	..."ıŒœ",
	...lettersOf(0x2000, 0x206f),
	...lettersOf(0x2122, 0x2215),
].filter((letter) => !COMMON.includes(letter));
const LATIN = [
	...lettersOf(0x100, 0x2ff),
	...lettersOf(0x1e00, 0x1eff),
	...lettersOf(0x20a0, 0x20c0),
];

/** Headings have one weight, which halves their file. */
const FAMILIES = [
	["heading", "bricolage-grotesque", 650],
	["text", "instrument-sans", { min: 400, max: 600 }],
] as const;
const PARTS = [
	["", "latin", COMMON],
	["-western", "latin", WESTERN],
	["-latin", "latin-ext", LATIN],
] as const;

for (const [use, family, wght] of FAMILIES)
	for (const [part, subset, letters] of PARTS) {
		const source = `node_modules/@fontsource-variable/${family}/files/${family}-${subset}-wght-normal.woff2`;
		const font = await subsetFont(readFileSync(join(ROOT, source)), letters.join(""), {
			targetFormat: "woff2",
			variationAxes: { wght },
		});
		writeFileSync(join(ROOT, "web/app/fonts", `${use}${part}.woff2`), font);
	}
