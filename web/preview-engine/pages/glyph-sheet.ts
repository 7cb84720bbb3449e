import {
	GLYPH_SHEET,
	GLYPH_SHEET_BYTES,
	type GlyphSheet,
} from "../../../worker/files/previews/contract/previews.ts";
import { encodeCanvas } from "../encode-canvas.ts";
import type { Rendition } from "../rendition.ts";
import { blankPage, type PageContext } from "./page-canvas.ts";

/** Of scripts whose letters stand by themselves, in the order in which buyers miss them. */
const RANGES = [
	[0x20, 0xff],
	[0x2013, 0x20ac],
	[0x100, 0x17f],
	[0x400, 0x45f],
	[0x386, 0x3ce],
] as const;
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];
const MARKS = [".", ",", "’", "-"];
/** In ems; smaller ones aren't seen. */
const LEAST_KERNING = 0.01;
const MAX_PAIRS = 1500;
/** The server's encoder may need more, and would scale a larger picture down. */
const MAX_BYTES = (2 / 3) * GLYPH_SHEET_BYTES;

/** TypeScript's types of the DOM lack it. */
declare class FileReaderSync {
	readAsDataURL(blob: Blob): string;
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;

/** Draws the letters that the font has, or the first of them that fit into a preview. */
export async function glyphSheet(
	font: string,
	having: (chars: Iterable<string>) => string[],
): Promise<Rendition | null> {
	const chars = RANGES.map(([first, last]) =>
		having(Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))),
	);
	const pen = blankPage(1, 1);
	pen.font = `${GLYPH_SHEET.em}px ${font}`;
	for (; chars.flat().length > 0; chars.pop()) {
		const { canvas, ...places } = drawn(chars.flat(), pen);
		const encoded = await encodeCanvas(canvas, MAX_BYTES);
		if (!encoded) continue;
		const picture = new FileReaderSync().readAsDataURL(encoded);
		const sheet: GlyphSheet = { ...places, kerning: kerningOf(chars.flat(), pen), picture };
		const body = new Blob([JSON.stringify(sheet)], { type: "application/json" });
		return { kind: "glyphs", body };
	}
	return null;
}

function drawn(chars: readonly string[], pen: PageContext) {
	const { width: sheetWidth, edge } = GLYPH_SHEET;
	const measured = chars.map((char) => ({ char, ...boxOf(pen.measureText(char)) }));
	const ascent = Math.max(...measured.map(({ top }) => top));
	const height = ascent + Math.max(...measured.map(({ bottom }) => bottom));
	const glyphs: GlyphSheet["glyphs"] = {};
	let [x, y] = [0, 0];
	for (const { char, left, width, advance } of measured) {
		if (x + width > sheetWidth) [x, y] = [0, y + height];
		if (y + height > edge) break;
		glyphs[char] = [x, y, width, left, advance];
		x += width;
	}
	const sheet = blankPage(sheetWidth, Math.min(edge, y + height));
	sheet.font = pen.font;
	sheet.fillStyle = "black";
	for (const [char, [from, top, , left]] of Object.entries(glyphs))
		sheet.fillText(char, from - left, top + ascent);
	return { height, ascent, glyphs, canvas: sheet.canvas };
}

/** With a pixel around the ink, which is drawn smoothly. */
function boxOf(text: TextMetrics) {
	const left = Math.floor(-text.actualBoundingBoxLeft) - 1;
	return {
		left,
		width: Math.ceil(text.actualBoundingBoxRight) + 1 - left,
		top: Math.ceil(text.actualBoundingBoxAscent) + 1,
		bottom: Math.ceil(text.actualBoundingBoxDescent) + 1,
		advance: round(text.width),
	};
}

/** The largest ones, between letters without accents and the marks beside them. */
function kerningOf(chars: readonly string[], pen: PageContext) {
	// Keeps ligatures out, which would count as kerning.
	pen.letterSpacing = "1px";
	const widthOf = (text: string) => pen.measureText(text).width;
	const widths = new Map(chars.map((char) => [char, widthOf(char)]));
	const pairs = SCRIPTS.flatMap((script) => {
		const letters = chars.filter((char) => script.test(char) && char.normalize("NFD") === char);
		const all = [...letters, ...MARKS.filter((char) => widths.has(char))];
		return all.flatMap((one) =>
			(MARKS.includes(one) ? letters : all).map((other) => {
				const apart = (widths.get(one) ?? 0) + (widths.get(other) ?? 0);
				return { pair: one + other, by: round(widthOf(one + other) - apart) };
			}),
		);
	});
	const visible = pairs.filter(({ by }) => Math.abs(by) >= LEAST_KERNING * GLYPH_SHEET.em);
	visible.sort((one, other) => Math.abs(other.by) - Math.abs(one.by));
	return Object.fromEntries(visible.slice(0, MAX_PAIRS).map(({ pair, by }) => [pair, by]));
}
