import { readFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import { ROOT } from "../../local/processes.ts";

/** Where the web app has its fonts, and their licence. */
export const FONTS = join(ROOT, "web", "app", "fonts");

const SOURCES = "node_modules/@fontsource-variable";
const files = (family: string) =>
	(["latin", "latin-ext"] as const).map(
		(subset) => `${SOURCES}/${family}/files/${family}-${subset}-wght-normal.woff2`,
	);

type Ranges = readonly (readonly [first: number, last: number])[];

const lettersOf = (ranges: Ranges) =>
	ranges.flatMap(([first, last]) =>
		Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
	);

/** What English, Spanish and German write, and the signs of our own texts: nearly every page needs no more. */
export const COMMON = [
	...lettersOf([[0x20, 0x7e]]),
	..."\u00a0¡«·»¿ÁÄÉÍÑÓÖÚÜßáäéíñóöúü×–—‘’‚“”„…€←→−",
];
/** What else Western European languages write. */
const WESTERN = lettersOf([
	[0xa1, 0xff],
	[0x131, 0x131],
	[0x152, 0x153],
	[0x2000, 0x206f],
	[0x2122, 0x2215],
]).filter((letter) => !COMMON.includes(letter));
/** The rest of the Latin alphabet. */
const LATIN = lettersOf([
	[0x100, 0x2ff],
	[0x1e00, 0x1eff],
	[0x20a0, 0x20c0],
]);

const [HEADING = "", HEADING_EXT = ""] = files("bricolage-grotesque");
const [TEXT = "", TEXT_EXT = ""] = files("instrument-sans");
/** A heading has one weight, so its file is half as large. */
const HEADINGS = { wght: 650 };
const TEXTS = { wght: { min: 400, max: 600 } };

/** The web app's faces: the letters and weights that it uses of each family. */
const FACES = {
	"heading.woff2": { source: HEADING, letters: COMMON, axes: HEADINGS },
	"heading-western.woff2": { source: HEADING, letters: WESTERN, axes: HEADINGS },
	"heading-latin.woff2": { source: HEADING_EXT, letters: LATIN, axes: HEADINGS },
	"text.woff2": { source: TEXT, letters: COMMON, axes: TEXTS },
	"text-western.woff2": { source: TEXT, letters: WESTERN, axes: TEXTS },
	"text-latin.woff2": { source: TEXT_EXT, letters: LATIN, axes: TEXTS },
} as const;

export type Face = keyof typeof FACES;

export const FACE_NAMES = Object.keys(FACES) as Face[];

/** Returns a face of the web app, cut out of its family's file. */
export async function faceOf(name: Face): Promise<Buffer> {
	const { source, letters, axes } = FACES[name];
	return subsetFont(readFileSync(join(ROOT, source)), letters.join(""), {
		targetFormat: "woff2",
		variationAxes: axes,
	});
}
