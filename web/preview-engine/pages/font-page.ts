import type { Rendition } from "../rendition.ts";
import { fontTags } from "./font-tags.ts";
import { glyphSheet } from "./glyph-sheet.ts";
import { blankPage, isBlank, pageRendition } from "./page-canvas.ts";

const WIDTH = 1024;
const HEIGHT = 560;
const MARGIN = 64;
const INK = "#1c1c20";
/**
 * A font with an empty, zero-width glyph for every code point: as the specimen's fallback it keeps
 * the machine's fonts out. One glyph next to `.notdef`, and a `cmap` of format 13.
 */
const NOTHING =
	"AAEAAAAKAIAAAwAgT1MvMi0fKAIAAACsAAAATmNtYXAAIQA0AAAA/AAAAChnbHlmAAAAAAAAASQAAAAEaGVhZF8TQOUAAAEoAAAANmhoZWEDIf86AAABYAAAACRobXR4AAAAAAAAAYQAAAAGbG9jYQAAAAAAAAGMAAAABm1heHAAAwABAAABlAAAACBuYW1lAAYAAAAAAbQAAAAGcG9zdAADAAAAAAG8AAAAIAAAAAABkAAFAAACigJYAAAASwKKAlgAAAFeADIBLAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgICAgAEAAAP//AyD/OAAAAyAAyAAAAAAAAQADAAoAAAAMAA0AAAAAABwAAAAAAAAAAQAAAAAAEP//AAAAAQAAAAAAAQAAAAEAAAAAAABfDzz1AAAD6AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAgAAAAAAAAABAAADIP84AAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAQAAAAIAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAABgAAAAMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
/** Words and alphabets by script; the first whose word the font has is taken. */
const SAMPLES = [
	[
		"Hamburgefonstiv",
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
		"abcdefghijklmnopqrstuvwxyz",
		"0123456789 & ?!",
	],
	["HAMBURGEFONSTIV", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789 & ?!"],
	["Ξεσκεπάζω", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ", "αβγδεζηθικλμνξοπρστυφχψω", "0123456789"],
	[
		"Съешь ещё",
		"АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
		"абвгдежзийклмнопрстуфхцчшщъыьэюя",
		"0123456789",
	],
	["דג סקרן שט בים", "אבגדהוזחטיכלמנסעפצקרשת", "0123456789"],
	["صِف خَلقَ خَودٍ", "أبتثجحخدذرزسشصضطظعغفقكلمنهوي", "٠١٢٣٤٥٦٧٨٩"],
	["ऋषियों को", "अआइईउऊएऐओऔकखगघचछजझ", "०१२३४५६७८९"],
	["あ永いろは", "いろはにほへとちりぬるを", "一二三四五六七八九十"],
	["키스의 고유조건은", "가나다라마바사아자차카타파하", "0123456789"],
] as const;
/** The first samples are of scripts in which a buyer types. */
const TYPED = 4;
const FONT = "specimen, nothing";
/** Tried in a font that has none of the words: letters, private-use signs, then other signs. */
const KINDS = [/\p{L}/u, /\p{Co}/u, /[\p{S}\p{N}]/u];
const RANGES = [
	[0x21, 0x2_0000],
	[0xf_0000, 0xf_2000],
] as const;
const PIECE = 128;
const ENOUGH = 30;

/**
 * Draws a word and alphabets, or else letters or signs, and the letters in which a buyer types. Throws if the font
 * can't be loaded.
 */
export async function fontPage(file: Blob): Promise<Rendition[]> {
	const content = await file.arrayBuffer();
	const nothing = Uint8Array.from(atob(NOTHING), (char) => char.charCodeAt(0));
	for (const [name, bytes] of Object.entries({ specimen: content, nothing })) {
		const face = new FontFace(name, bytes);
		await face.load();
		(self as unknown as WorkerGlobal).fonts.add(face);
	}
	const context = blankPage(WIDTH, HEIGHT);
	context.fillStyle = INK;
	context.textBaseline = "alphabetic";
	const widthAt = (size: number, text: string) => {
		context.font = `${size}px ${FONT}`;
		return context.measureText(text).width;
	};
	const having = (chars: Iterable<string>) => [...chars].filter((char) => widthAt(100, char) > 0);
	const draw = (text: string, size: number, baseline: number) => {
		widthAt(size * Math.min(1, (WIDTH - 2 * MARGIN) / widthAt(size, text)), text);
		context.fillText(text, MARGIN, baseline);
	};
	for (const [word, ...lines] of specimens(having)) {
		draw(word, 148, 190);
		for (const [at, line] of lines.entries()) draw(line, 64, 320 + at * 92);
		if (isBlank(context)) continue;
		const page = await pageRendition(context, { mark: null });
		const isTyped = SAMPLES.slice(0, TYPED).some(([first]) => first === word);
		const glyphs = isTyped ? await glyphSheet(FONT, having) : null;
		// What counts as the file's preview comes last.
		return [fontTags(content), glyphs, page].filter((made) => made !== null);
	}
	return [];
}

/** Best first, since the glyphs of some icon fonts are empty. `having` returns the characters in the font. */
function* specimens(
	having: (chars: Iterable<string>) => string[],
): Generator<[string, ...string[]]> {
	for (const [word, ...lines] of SAMPLES) {
		const letters = word.replaceAll(/[\s\p{M}]/gu, "");
		if (having(letters).length === [...letters].length)
			yield [word, ...lines.map((line) => having(line).join("")).filter(Boolean)];
	}
	for (const kind of KINDS) {
		const found: string[] = [];
		for (const [first, end] of RANGES)
			for (let from = first; from < end && found.length < ENOUGH; from += PIECE) {
				const codes = Array.from({ length: PIECE }, (_, n) => String.fromCodePoint(from + n));
				const piece = codes.filter((char) => kind.test(char));
				if (having([piece.join("")]).length > 0) found.push(...having(piece));
			}
		const lines = [found.slice(0, 6), found.slice(6, 18), found.slice(18, 30)];
		const [word, ...others] = lines.map((line) => line.join("")).filter(Boolean);
		if (word) yield [word, ...others];
	}
}

type WorkerGlobal = { fonts: FontFaceSet };
