import type { Rendition } from "../rendition.ts";
import { blankPage, pageRendition } from "./page-canvas.ts";

const FAMILY = "specimen";
const WIDTH = 1024;
const HEIGHT = 640;
const MARGIN = 64;
const INK = "#1c1c20";
/** Samples of scripts, tried until the font has one of them. */
const SAMPLES = [
	["Aa", "Hamburgefonstiv", "0123456789 & ?!"],
	["Αα", "Ξεσκεπάζω", "0123456789"],
	["Жж", "Съешь ещё", "0123456789"],
	["אב", "דג סקרן שט בים", "0123456789"],
	["أب", "صِف خَلقَ خَودٍ", "٠١٢٣٤٥٦٧٨٩"],
	["कख", "ऋषियों को", "०१२३४५६७८९"],
	["あ永", "いろはにほへと", "一二三四五"],
	["가나", "키스의 고유조건은", "0123456789"],
	["\ue000\ue001", "\ue002\ue003\ue004\ue005\ue006\ue007", "\ue008\ue009\ue00a\ue00b"],
	["\uf000\uf001", "\uf002\uf003\uf004\uf005\uf006\uf007", "\uf008\uf009\uf00a\uf00b"],
] as const;

/** Returns a specimen of a font: two large letters, a word and digits. Throws when it can't be loaded. */
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
	const sample = SAMPLES.find(
		([letters]) =>
			lengthWith(letters, "monospace") === lengthWith(letters, "serif") &&
			lengthWith(letters, "monospace") > 0,
	);
	if (!sample) return [];
	const [letters, word, digits] = sample;
	const draw = (text: string, size: number, baseline: number) => {
		context.font = `${size}px ${FAMILY}`;
		const scale = Math.min(1, (WIDTH - 2 * MARGIN) / context.measureText(text).width);
		context.font = `${size * scale}px ${FAMILY}`;
		context.fillText(text, MARGIN, baseline);
	};
	draw(letters, 260, 290);
	draw(word, 120, 450);
	draw(digits, 84, 570);
	return [await pageRendition(context, { mark: null })];
}

/** What the scope of a web worker has beside a window's. */
type WorkerGlobal = { fonts: FontFaceSet };
