import type { IFD } from "utif2";
import {
	CHANNELS,
	type ColourModel,
	coloured,
	type Reduced,
	ReducedChannel,
	reductionOf,
} from "./colours.ts";

const JPEG = 7;
const FLOAT = 3;
/** By TIFF's photometric interpretation. */
const MODELS: Readonly<Record<number, ColourModel>> = {
	0: "gray",
	1: "gray",
	2: "rgb",
	5: "cmyk",
};
/** Bits per sample that the library converts correctly, by interpretation. */
const LIBRARY: Readonly<Record<number, readonly number[]>> = {
	0: [1, 4],
	1: [1, 2],
	3: [1, 2, 4, 8],
	6: [8],
	32845: [16],
};

export function numbersOf(page: IFD, tag: string): number[] {
	const value = page[tag];
	return Array.isArray(value) ? value.map(Number) : [];
}

/** Null if the library converts the page's pixels. Throws if colours would be false. */
export function tiffPixels(page: IFD): Reduced | null {
	const of = (tag: string, otherwise: number) => numbersOf(page, tag)[0] ?? otherwise;
	const meaning = of("t262", 2);
	const depths = numbersOf(page, "t258");
	const bits = depths[0] ?? 1;
	const samples = of("t277", Math.max(1, depths.length));
	const format = of("t339", 1);
	const refuse = () => new Error(`a TIFF of kind ${meaning} in ${bits} bits of format ${format}`);
	if (depths.some((depth) => depth !== bits) || (of("t284", 1) === 2 && samples > 1))
		throw refuse();
	if (LIBRARY[meaning]?.includes(bits)) return null;
	const model = MODELS[meaning];
	if (!model || ![8, 16].includes(bits) || format === FLOAT || samples < CHANNELS[model])
		throw refuse();
	// 2 means differences of integers, which the library adds up.
	if (of("t317", 1) > 2) throw refuse();
	// The library unpacks every JPEG to RGB.
	if (of("t259", 1) === JPEG && meaning !== 2) throw refuse();
	if (model === "cmyk" && of("t332", 1) !== 1) throw refuse();
	const { width, height } = page;
	const rowBytes = width * samples * (bits / 8);
	const bytes = page.data;
	if (bytes.length < rowBytes * height) throw new Error("a truncated TIFF");
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const read = (at: number) => (bits === 8 ? (bytes[at] ?? 0) : view.getUint16(at, true) / 257);
	// 1 and 2 mean transparency, 0 a mask.
	const extra = of("t338", 0);
	const hasAlpha = samples > CHANNELS[model] && extra > 0 && model !== "cmyk";
	const step = reductionOf(width, height);
	const channels = Array.from(
		{ length: CHANNELS[model] },
		() => new ReducedChannel(width, height, step),
	);
	for (let y = 0; y < height; y++)
		for (const [channel, target] of channels.entries())
			target.add(y, (x) => {
				const pixel = y * rowBytes + x * samples * (bits / 8);
				const level = read(pixel + channel * (bits / 8));
				if (meaning === 0) return 255 - level;
				if (!hasAlpha) return level;
				const alpha = read(pixel + CHANNELS[model] * (bits / 8)) / 255;
				return (extra === 1 ? level : level * alpha) + 255 * (1 - alpha);
			});
	return coloured(model, channels);
}
