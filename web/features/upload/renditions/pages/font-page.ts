import type { Rendition } from "../rendition.ts";
import { blankPage, pageRendition } from "./page-canvas.ts";

const FAMILY = "specimen";
const WIDTH = 1024;
const HEIGHT = 560;
const MARGIN = 64;
const INK = "#1c1c20";
/** Samples of scripts, tried until the font has one of them. */
const SAMPLES = [
	[
		"Hamburgefonstiv",
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
		"abcdefghijklmnopqrstuvwxyz",
		"0123456789 & ?!",
	],
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
	["\ue000\ue001", "\ue003\ue004\ue005\ue006\ue007\ue008", "\ue009\ue00a\ue00b\ue00c\ue00d\ue00e"],
	["\uf000\uf001", "\uf003\uf004\uf005\uf006\uf007\uf008", "\uf009\uf00a\uf00b\uf00c\uf00d\uf00e"],
] as const;

/** Returns a specimen of a font: a large word, and those of its alphabets and digits that it has. Throws when it can't be loaded. */
export async function fontPage(file: Blob): Promise<Rendition[]> {
	const face = new FontFace(FAMILY, await file.arrayBuffer());
	await face.load();
	(self as unknown as WorkerGlobal).fonts.add(face);
	const context = blankPage(WIDTH, HEIGHT);
	context.fillStyle = INK;
	context.textBaseline = "alphabetic";
	// A text that has different lengths with different fallbacks has letters that the font lacks.
	const lengthWith = (text: string, fallback: string) => {
		context.font = `100px ${FAMILY}, ${fallback}`;
		return context.measureText(text).width;
	};
	const has = (text: string) =>
		lengthWith(text, "monospace") === lengthWith(text, "serif") &&
		lengthWith(text, "monospace") > 0;
	const sample = SAMPLES.find(([word]) => has(word));
	if (!sample) return [];
	const [word, ...lines] = sample;
	const draw = (text: string, size: number, baseline: number) => {
		context.font = `${size}px ${FAMILY}`;
		const scale = Math.min(1, (WIDTH - 2 * MARGIN) / context.measureText(text).width);
		context.font = `${size * scale}px ${FAMILY}`;
		context.fillText(text, MARGIN, baseline);
	};
	draw(word, 148, 190);
	for (const [at, line] of lines.filter(has).entries()) draw(line, 64, 320 + at * 92);
	return [await pageRendition(context, { mark: null })];
}

/** What the scope of a web worker has beside a window's. */
type WorkerGlobal = { fonts: FontFaceSet };
