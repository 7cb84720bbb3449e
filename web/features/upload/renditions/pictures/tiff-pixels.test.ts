import UTIF from "utif2";
import { describe, expect, it } from "vitest";
import { classicTiff } from "./classic-tiff.ts";
import { makeSafeTiff } from "./safe-tiff.ts";
import { tiffPixels } from "./tiff-pixels.ts";

type Tags = Readonly<Record<number, readonly number[]>>;
type Layout = { isLittle?: boolean; isBig?: boolean };

/** A TIFF of 2 × 1 pixels in one strip. */
function tiff(tags: Tags, pixels: readonly number[], { isLittle = true, isBig }: Layout = {}) {
	const all = Object.entries({
		256: [2],
		257: [1],
		259: [1],
		278: [1],
		273: [16],
		279: [pixels.length],
		...tags,
	});
	const file = new ArrayBuffer(4000);
	const view = new DataView(file);
	view.setUint16(0, isLittle ? 0x4949 : 0x4d4d);
	view.setUint16(2, isBig ? 43 : 42, isLittle);
	if (isBig) view.setUint16(4, 8, isLittle);
	const put = (at: number, value: number) =>
		isBig ? view.setBigUint64(at, BigInt(value), isLittle) : view.setUint32(at, value, isLittle);
	put(isBig ? 8 : 4, 400);
	new Uint8Array(file).set(pixels, 16);
	if (isBig) put(400, all.length);
	else view.setUint16(400, all.length, isLittle);
	let values = 1000;
	for (const [n, [tag, numbers]] of all.entries()) {
		const entry = isBig ? 408 + n * 20 : 402 + n * 12;
		view.setUint16(entry, Number(tag), isLittle);
		view.setUint16(entry + 2, 3, isLittle);
		put(entry + 4, numbers.length);
		const isNear = numbers.length * 2 <= (isBig ? 8 : 4);
		const at = isNear ? entry + (isBig ? 12 : 8) : values;
		if (!isNear) put(entry + (isBig ? 12 : 8), values);
		for (const [i, number] of numbers.entries()) view.setUint16(at + i * 2, number, isLittle);
		if (!isNear) values += numbers.length * 2;
	}
	return file;
}

function pixelsOf(file: ArrayBuffer): number[][] {
	const bytes = classicTiff(file);
	makeSafeTiff(bytes);
	const [page] = UTIF.decode(bytes);
	if (!page) throw new Error("no page");
	UTIF.decodeImage(bytes, page);
	const pixels = tiffPixels(page, new DataView(bytes).getUint16(0) === 0x4949);
	const data = pixels?.data ?? UTIF.toRGBA8(page);
	return [[...data.slice(0, 3)], [...data.slice(4, 7)]];
}

const floats = (values: readonly number[], isLittle: boolean) => {
	const view = new DataView(new ArrayBuffer(values.length * 4));
	for (const [n, value] of values.entries()) view.setFloat32(n * 4, value, isLittle);
	return [...new Uint8Array(view.buffer)];
};
/** The same as Photoshop stores it: the bytes apart, then their differences. */
const predicted = (values: readonly number[]) => {
	const bytes = floats(values, false);
	const apart = [0, 1, 2, 3].flatMap((n) => bytes.filter((_, at) => at % 4 === n));
	return apart.map((byte, at) => (byte - (at < 3 ? 0 : (apart[at - 3] ?? 0)) + 256) % 256);
};

const WHITE = [255, 255, 255];
const BLACK = [0, 0, 0];
const rgb = (bits: number): Tags => ({ 258: [bits, bits, bits], 262: [2], 277: [3] });
const LIGHT = { ...rgb(32), 339: [3, 3, 3] };

describe("tiffPixels", () => {
	it.each([
		["8 bits", rgb(8), [255, 255, 255, 0, 0, 0], {}],
		["16 bits", rgb(16), [...Array(6).fill(255), ...Array(6).fill(0)], {}],
		["floats", LIGHT, floats([1, 1, 1, 0, 0, 0], true), {}],
		["floats the other way round", LIGHT, floats([1, 1, 1, 0, 0, 0], false), { isLittle: false }],
		["floats as differences", { ...LIGHT, 317: [3] }, predicted([1, 1, 1, 0, 0, 0]), {}],
		["white as zero", { 258: [8], 262: [0], 277: [1] }, [0, 255], {}],
		[
			"a palette",
			{
				258: [8],
				262: [3],
				277: [1],
				320: Array(768).fill(0).fill(65_535, 9, 10).fill(65_535, 265, 266).fill(65_535, 521, 522),
			},
			[9, 0],
			{},
		],
		[
			"a mask beside the colours",
			{ 258: [8, 8, 8, 8], 262: [2], 277: [4], 338: [0] },
			[255, 255, 255, 0, 0, 0, 0, 255],
			{},
		],
		[
			"transparency",
			{ 258: [8, 8, 8, 8], 262: [2], 277: [4], 338: [2] },
			[0, 0, 0, 0, 0, 0, 0, 255],
			{},
		],
		["Lab", { 258: [8, 8, 8], 262: [8], 277: [3] }, [255, 0, 0, 0, 0, 0], {}],
		["BigTIFF", rgb(8), [255, 255, 255, 0, 0, 0], { isBig: true }],
		[
			"BigTIFF the other way round",
			rgb(8),
			[255, 255, 255, 0, 0, 0],
			{ isBig: true, isLittle: false },
		],
	] as [string, Tags, number[], Layout][])("decodes %s", (_name, tags, pixels, layout) => {
		const [white = [], black = []] = pixelsOf(tiff(tags, pixels, layout));
		for (const [at, level] of white.entries()) expect(level).toBeGreaterThan((WHITE[at] ?? 0) - 3);
		expect(black).toEqual(BLACK);
	});

	it("decodes inks", () => {
		const inks = { 258: [8, 8, 8, 8], 262: [5], 277: [4] };
		const [paper, magenta = []] = pixelsOf(tiff(inks, [0, 0, 0, 0, 0, 255, 0, 0]));
		expect(paper).toEqual(WHITE);
		const [red = 0, green = 0, blue = 0] = magenta;
		expect(red).toBeGreaterThan(200);
		expect(green).toBeLessThan(80);
		expect(blue).toBeGreaterThan(100);
	});

	it.each([
		["heights in metres", LIGHT, floats([812, 790, 3, 44, 51, 900], true)],
		["whole numbers of 32 bits", rgb(32), Array(24).fill(9)],
		["floats of 16 bits", { ...rgb(16), 339: [3, 3, 3] }, Array(12).fill(9)],
		["channels one after the other", { ...rgb(8), 284: [2] }, Array(6).fill(9)],
		["unknown inks", { 258: [8, 8, 8, 8], 262: [5], 277: [4], 332: [2] }, Array(8).fill(9)],
		["a kind that doesn't exist", { ...rgb(8), 262: [77] }, Array(6).fill(9)],
		["grey of four bits", { 258: [4], 262: [1], 277: [1] }, [9]],
	] as [string, Tags, number[]][])("refuses %s", (_name, tags, pixels) => {
		expect(() => pixelsOf(tiff(tags, pixels))).toThrow();
	});

	it("refuses a BigTIFF that is damaged anywhere in its directory", () => {
		const whole = tiff(rgb(8), [255, 255, 255, 0, 0, 0], { isBig: true });
		for (let at = 0; at < 700; at++) {
			const file = whole.slice();
			new Uint8Array(file)[at] = 0xff;
			try {
				classicTiff(file);
			} catch (error) {
				expect(error).toBeInstanceOf(Error);
			}
		}
	});
});
