import { GLYPH_SHEET } from "../../../worker/files/previews/contract/preview-sizes.ts";
import type { GlyphSheet } from "../../../worker/files/previews/contract/previews.ts";

/** `glyph` is null for a letter that isn't on the sheet. */
export type Placed = { char: string; x: number; glyph: GlyphSheet["glyphs"][string] | null };

/** Of what stands for a missing letter, in pixels of the sheet. */
export const BOX = { width: 34, height: 44, gap: 5 };

/** In a font without a space. */
const SPACE: Placed["glyph"] = [0, 0, 0, 0, GLYPH_SHEET.em / 4];

/** A font of capitals alone has them for small letters too. */
function glyphOf(char: string, { glyphs }: GlyphSheet): Placed["glyph"] {
	const known = [char, char.toUpperCase(), char.toLowerCase()].find((one) =>
		Object.hasOwn(glyphs, one),
	);
	return (known !== undefined && glyphs[known]) || (char === " " ? SPACE : null);
}

const withoutAccent = (char: string) => char.normalize("NFD").charAt(0);

/** Sets words in lines, broken at spaces or in words that are longer. Lengths are in pixels of the sheet. */
export function setWords(words: string, sheet: GlyphSheet, width: number): Placed[][] {
	let line: Placed[] = [];
	const lines = [line];
	let pen = 0;
	for (const char of words) {
		const glyph = glyphOf(char, sheet);
		const advance = glyph ? glyph[4] : BOX.width + 2 * BOX.gap;
		const pair = withoutAccent(line.at(-1)?.char ?? " ") + withoutAccent(char);
		pen += sheet.kerning[pair] ?? 0;
		if (pen + advance > width && char !== " " && line.length > 0) {
			const moved = line.splice(
				line.findLastIndex((placed) => placed.char === " ") + 1 || line.length,
			);
			const from = moved[0]?.x ?? pen;
			line = moved.map((placed) => ({ ...placed, x: placed.x - from }));
			lines.push(line);
			pen -= from;
		}
		line.push({ char, x: pen, glyph });
		pen += advance;
	}
	return lines;
}

/** True if none of the words' letters is missing. */
export function hasLetters(words: string, sheet: GlyphSheet): boolean {
	return [...words].every((char) => glyphOf(char, sheet) !== null);
}
