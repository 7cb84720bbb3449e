import type { IFD } from "utif2";
import { CHANNELS, type ColourModel, coloured, screenLevel } from "./colours.ts";
import { type Reduced, ReducedChannel, reductionOf } from "./reduced.ts";

const JPEG = 7;
const FLOAT = 3;
/** Byte by byte differences of floats, as Photoshop writes them. */
const FLOAT_PREDICTOR = 3;
const LAB = 8;
/** What a page's numbers mean, by TIFF's own. */
const MODELS: Readonly<Record<number, ColourModel>> = {
	0: "gray",
	1: "gray",
	2: "rgb",
	5: "cmyk",
	8: "lab",
	9: "lab",
};
/** Bits of a pixel that the library turns into colours correctly, by what the numbers mean. */
const LIBRARY: Readonly<Record<number, readonly number[]>> = {
	0: [1, 4],
	1: [1, 2],
	3: [1, 2, 4, 8],
	6: [8],
	32845: [16],
};

/** Returns the numbers of a page's tag; none without it. */
export function numbersOf(page: IFD, tag: string): number[] {
	const value = page[tag];
	return Array.isArray(value) ? value.map(Number) : [];
}

/**
 * Returns the pixels of a page that is unpacked; null for one that the library turns into colours. Throws
 * for those that would have false colours.
 */
export function tiffPixels(page: IFD, isLittle: boolean): Reduced | null {
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
	const isFloat = bits === 32 && format === FLOAT && (model === "gray" || model === "rgb");
	const isWhole = [8, 16].includes(bits) && format !== FLOAT;
	const predictor = of("t317", 1);
	if (!model || !(isFloat || isWhole) || samples < CHANNELS[model]) throw refuse();
	if (isFloat && predictor !== 1 && (predictor !== FLOAT_PREDICTOR || page.t322)) throw refuse();
	if (isWhole && predictor > 2) throw refuse();
	// The library unpacks every JPEG to RGB.
	if (of("t259", 1) === JPEG && meaning !== 2) throw refuse();
	if (model === "cmyk" && of("t332", 1) !== 1) throw refuse();
	const { width, height } = page;
	const rowBytes = width * samples * (bits / 8);
	const bytes = page.data;
	if (bytes.length < rowBytes * height) throw new Error("a TIFF that is cut off");
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const isReversed = predictor === FLOAT_PREDICTOR;
	if (isReversed)
		for (let y = 0; y < height; y++)
			addUp(bytes.subarray(y * rowBytes, (y + 1) * rowBytes), samples);
	const read = (at: number) =>
		bits === 8
			? (bytes[at] ?? 0)
			: bits === 16
				? view.getUint16(at, true) / 257
				: view.getFloat32(at, isLittle && !isReversed);
	if (isFloat && isBeyondLight(read, bytes.length / 4)) throw refuse();
	// 1 and 2 are transparency, 0 is a mask.
	const extra = of("t338", 0);
	const hasAlpha = samples > CHANNELS[model] && extra > 0 && (model === "gray" || model === "rgb");
	const step = reductionOf(width, height);
	const channels = Array.from(
		{ length: CHANNELS[model] },
		() => new ReducedChannel(width, height, step),
	);
	for (let y = 0; y < height; y++)
		for (const [channel, target] of channels.entries())
			target.add(y, (x) => {
				const pixel = y * rowBytes + x * samples * (bits / 8);
				const value = read(pixel + channel * (bits / 8));
				const level = isFloat ? screenLevel(value) : value;
				if (meaning === 0) return 255 - level;
				// Signed in TIFF's own Lab.
				if (meaning === LAB && channel > 0) return (level + 128) % 256;
				if (!hasAlpha) return level;
				const stated = read(pixel + CHANNELS[model] * (bits / 8));
				const alpha = isFloat ? stated : stated / 255;
				return (extra === 1 ? level : level * alpha) + 255 * (1 - alpha);
			});
	return coloured(model, channels);
}

/** Undoes the differences of a row of floats, whose first bytes come first, then all second ones. */
function addUp(row: Uint8Array, samples: number): void {
	for (let at = samples; at < row.length; at++) row[at] = (row[at] ?? 0) + (row[at - samples] ?? 0);
	const apart = row.slice();
	const count = row.length / 4;
	for (let at = 0; at < count; at++)
		for (let byte = 0; byte < 4; byte++) row[at * 4 + byte] = apart[byte * count + at] ?? 0;
}

/** Whether most values are no light between none and white: measurements, such as heights. */
function isBeyondLight(read: (at: number) => number, count: number): boolean {
	const every = Math.max(1, Math.floor(count / 10_000));
	let beyond = 0;
	let seen = 0;
	for (let at = 0; at < count; at += every, seen++) {
		const value = read(at * 4);
		if (!(value >= -0.01 && value <= 1.01)) beyond++;
	}
	return beyond * 2 > seen;
}
