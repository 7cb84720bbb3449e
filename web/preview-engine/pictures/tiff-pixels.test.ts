import UTIF from "utif2";
import { describe, expect, it } from "vitest";
import { makeSafeTiff } from "./safe-tiff.ts";
import { tiffPixels } from "./tiff-pixels.ts";

type Tags = Readonly<Record<number, readonly number[]>>;

function tiff(tags: Tags, pixels: readonly number[]) {
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
	view.setUint16(0, 0x4949);
	view.setUint16(2, 42, true);
	view.setUint32(4, 400, true);
	new Uint8Array(file).set(pixels, 16);
	view.setUint16(400, all.length, true);
	let values = 1000;
	for (const [n, [tag, numbers]] of all.entries()) {
		const entry = 402 + n * 12;
		view.setUint16(entry, Number(tag), true);
		view.setUint16(entry + 2, 3, true);
		view.setUint32(entry + 4, numbers.length, true);
		const isNear = numbers.length * 2 <= 4;
		const at = isNear ? entry + 8 : values;
		if (!isNear) view.setUint32(entry + 8, values, true);
		for (const [i, number] of numbers.entries()) view.setUint16(at + i * 2, number, true);
		if (!isNear) values += numbers.length * 2;
	}
	return file;
}

function pixelsOf(bytes: ArrayBuffer): number[][] {
	makeSafeTiff(bytes);
	const [page] = UTIF.decode(bytes);
	if (!page) throw new Error("no page");
	UTIF.decodeImage(bytes, page);
	const pixels = tiffPixels(page);
	const data = pixels?.data ?? UTIF.toRGBA8(page);
	return [[...data.slice(0, 3)], [...data.slice(4, 7)]];
}

const WHITE = [255, 255, 255];
const BLACK = [0, 0, 0];
const rgb = (bits: number): Tags => ({ 258: [bits, bits, bits], 262: [2], 277: [3] });

describe("tiffPixels", () => {
	it.each([
		["8 bits", rgb(8), [255, 255, 255, 0, 0, 0]],
		["16 bits", rgb(16), [...Array(6).fill(255), ...Array(6).fill(0)]],
		["white as zero", { 258: [8], 262: [0], 277: [1] }, [0, 255]],
		[
			"a palette",
			{
				258: [8],
				262: [3],
				277: [1],
				320: Array(768).fill(0).fill(65_535, 9, 10).fill(65_535, 265, 266).fill(65_535, 521, 522),
			},
			[9, 0],
		],
		[
			"a mask beside the colours",
			{ 258: [8, 8, 8, 8], 262: [2], 277: [4], 338: [0] },
			[255, 255, 255, 0, 0, 0, 0, 255],
		],
		[
			"transparency",
			{ 258: [8, 8, 8, 8], 262: [2], 277: [4], 338: [2] },
			[0, 0, 0, 0, 0, 0, 0, 255],
		],
	] as [string, Tags, number[]][])("decodes %s", (_name, tags, pixels) => {
		const [white = [], black = []] = pixelsOf(tiff(tags, pixels));
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
		["floats", { ...rgb(32), 339: [3, 3, 3] }, Array(24).fill(9)],
		["Lab", { ...rgb(8), 262: [8] }, Array(6).fill(9)],
		["whole numbers of 32 bits", rgb(32), Array(24).fill(9)],
		["floats of 16 bits", { ...rgb(16), 339: [3, 3, 3] }, Array(12).fill(9)],
		["channels one after the other", { ...rgb(8), 284: [2] }, Array(6).fill(9)],
		["unknown inks", { 258: [8, 8, 8, 8], 262: [5], 277: [4], 332: [2] }, Array(8).fill(9)],
		["a kind that doesn't exist", { ...rgb(8), 262: [77] }, Array(6).fill(9)],
		["grey of four bits", { 258: [4], 262: [1], 277: [1] }, [9]],
	] as [string, Tags, number[]][])("refuses %s", (_name, tags, pixels) => {
		expect(() => pixelsOf(tiff(tags, pixels))).toThrow();
	});
});
