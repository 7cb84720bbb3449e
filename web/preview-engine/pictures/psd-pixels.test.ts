import { describe, expect, it } from "vitest";
import { psdParts, psdPixels } from "./psd-pixels.ts";

const u16 = (value: number) => [value >> 8, value & 255];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)];
/** One PackBits run of literals. */
const packed = (row: readonly number[]) => [row.length - 1, ...row];

type Picture = { mode: number; depth: number; palette?: number[]; isPacked?: boolean };

/** A Photoshop file of 2 × 2 pixels: the bytes of its rows, channel by channel. */
async function pixelsOf({ mode, depth, palette = [], isPacked }: Picture, rows: number[][]) {
	const picture = isPacked
		? [...u16(1), ...rows.flatMap((row) => u16(packed(row).length)), ...rows.flatMap(packed)]
		: [...u16(0), ...rows.flat()];
	const file = [
		...Buffer.from("8BPS"),
		...u16(1),
		...Array(6).fill(0),
		...u16(rows.length / 2),
		...u32(2),
		...u32(2),
		...u16(depth),
		...u16(mode),
		...u32(palette.length),
		...palette,
		...u32(0),
		...u32(0),
		...picture,
	];
	const { data } = await psdPixels(await psdParts(new Blob([Uint8Array.from(file)])));
	return Array.from({ length: 4 }, (_, at) => [...data.slice(at * 4, at * 4 + 3)]);
}

const RED = [200, 30, 40];
const DARK = [9, 9, 9];
const all = (levels: (level: number) => number[]) =>
	RED.flatMap((red, at) => [
		[...levels(red), ...levels(DARK[at] ?? 0)],
		[...levels(DARK[at] ?? 0), ...levels(red)],
	]);
const SHOWN = [RED, DARK, DARK, RED];

describe("psdPixels", () => {
	it.each([
		["8 bits", { mode: 3, depth: 8 }, all((level) => [level])],
		["8 bits, packed", { mode: 3, depth: 8, isPacked: true }, all((level) => [level])],
		["16 bits", { mode: 3, depth: 16 }, all((level) => u16(level * 257))],
		["16 bits, packed", { mode: 3, depth: 16, isPacked: true }, all((level) => u16(level * 257))],
		[
			"a selection beside the colours",
			{ mode: 3, depth: 8 },
			[...all((level) => [level]), [0, 0], [0, 0]],
		],
	] as [string, Picture, number[][]][])("decodes %s", async (_name, picture, rows) => {
		expect(await pixelsOf(picture, rows)).toEqual(SHOWN);
	});

	it("decodes grey, two colours, a palette and inks", async () => {
		const grey = [
			[0, 255],
			[128, 7],
		];
		expect((await pixelsOf({ mode: 1, depth: 8 }, grey)).flat()).toEqual(
			[0, 255, 128, 7].flatMap((level) => [level, level, level]),
		);
		expect((await pixelsOf({ mode: 0, depth: 1 }, [[0x40], [0x80]])).map(([red]) => red)).toEqual([
			255, 0, 0, 255,
		]);
		const palette = [...Array(256).fill(1), ...Array(256).fill(2), ...Array(256).fill(3)];
		palette[5] = 77;
		const indexed = [
			[5, 0],
			[0, 5],
		];
		expect((await pixelsOf({ mode: 2, depth: 8, palette }, indexed))[0]).toEqual([77, 2, 3]);
		const paper = Array(8).fill([255, 255]);
		expect((await pixelsOf({ mode: 4, depth: 8 }, paper))[0]).toEqual([255, 255, 255]);
	});

	it.each([
		["a mode of inks that only the printer knows", { mode: 7, depth: 8 }, all((level) => [level])],
		["Lab", { mode: 9, depth: 8 }, all((level) => [level])],
		["floats", { mode: 3, depth: 32 }, all((level) => [level, 0, 0, 0])],
		["a depth that doesn't exist", { mode: 3, depth: 12 }, all((level) => [level])],
		["too few channels", { mode: 3, depth: 8 }, all((level) => [level]).slice(2)],
		["rows that are cut off", { mode: 3, depth: 16 }, all((level) => [level])],
	] as [string, Picture, number[][]][])("refuses %s", async (_name, picture, rows) => {
		await expect(pixelsOf(picture, rows)).rejects.toThrow();
	});
});
