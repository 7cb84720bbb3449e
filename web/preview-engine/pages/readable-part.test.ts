import { describe, expect, it } from "vitest";
import {
	averages,
	detailsOf,
	isPlain,
	type Raster,
	readableHeight,
	readableRows,
} from "./readable-part.ts";

describe("readableRows", () => {
	const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${100 + at}`);
	const key = "LICENCE-KEY-AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GGGG-HHHH";

	it.each([
		["nothing", [], 0],
		["a key alone", [key], 0],
		["nine lines", lines(9), 0],
		["nine lines, each after an empty one", lines(9).flatMap((line) => [line, ""]), 0],
		["twelve lines", lines(12), 4],
		["a long text", lines(60), 20],
		["a text that begins with most of its letters", [key, ...Array(12).fill("a")], 0],
	])("returns of %s what may be read", (_name, text, readable) => {
		expect(readableRows(text.slice(0, 20), text)).toBe(readable);
	});

	it("returns a third of paragraphs that are wrapped", () => {
		const rows = Array.from({ length: 18 }, () => "some words of a paragraph");
		expect(readableRows(rows, [rows.join(" ")])).toBe(6);
	});
});

const page = (...parts: [rows: number, details: number][]) =>
	Uint32Array.from(parts.flatMap(([rows, details]) => Array<number>(rows).fill(details)));
const written = (lines: number, rest: number) =>
	page(
		...(Array.from({ length: lines }, () => [
			[8, 50],
			[6, 0],
		]).flat() as [number, number][]),
		[rest, 0],
	);

describe("readableHeight", () => {
	it.each([
		["nothing", [page([500, 0])], 0],
		["one line at the top", [page([40, 0], [9, 80], [700, 0])], 0],
		["five lines within a frame", [page([9, 2], [9, 80], [9, 2], [9, 90], [9, 2], [900, 0])], 0],
		["a third of thirty lines, below the tenth", [written(30, 80)], 9 * 14 + 12],
		["the lines before one that would be cut", [written(31, 80)], 9 * 14 + 13],
		["a third of a picture's height", [page([300, 50])], 100],
		["less of a page that begins with most", [page([100, 500], [200, 10])], 34],
		["a page that is a third of three", [written(30, 0), written(30, 0), written(30, 0)], 420],
		["a third of a page with an empty one", [written(30, 80), page([500, 0])], 9 * 14 + 12],
		["a page with one line of three", Array(3).fill(page([40, 0], [9, 80], [700, 0])), 0],
	])("returns for %s where it ends", (_name, pages, height) => {
		expect(readableHeight(pages)).toBe(height);
	});
});

const raster = (width: number, height: number, level: (x: number, y: number) => number): Raster => {
	const data = new Uint8ClampedArray(width * height * 4).fill(255);
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++)
			data.fill(level(x, y), 4 * (y * width + x), 4 * (y * width + x) + 3);
	return { data, width, height };
};

describe("averages", () => {
	it("ignores the order of pixels within a square", () => {
		const ink = (x: number, y: number) => ((x * 7 + y * 13) % 5 ? 255 : 20);
		const edge = 16;
		// Turned within its square.
		const turned = (x: number) => x - (x % edge) + (edge - 1 - (x % edge));
		const one = averages(raster(64, 96, ink), edge);
		const other = averages(
			raster(64, 96, (x, y) => ink(turned(x), turned(y))),
			edge,
		);
		expect(one).toEqual(other);
		expect([one.width, one.height]).toEqual([4, 6]);
	});

	it("averages no smaller squares at the edges", () => {
		const { width, height } = averages(
			raster(47, 17, () => 0),
			16,
		);
		expect([width, height]).toEqual([2, 1]);
	});
});

describe("isPlain", () => {
	it.each([
		["a blank thumbnail with the traces of its compression", (x: number) => 250 + (x % 4), true],
		["a sky", (_x: number, y: number) => 100 + y * 4, false],
		["one letter", (x: number, y: number) => (x === 5 && y === 5 ? 0 : 255), false],
	])("knows whether something can be seen: %s", (_name, level, plain) => {
		expect(isPlain(raster(20, 20, level))).toBe(plain);
	});
});

describe("detailsOf", () => {
	it("counts the pixels of each row that differ from the one before", () => {
		const striped = raster(10, 2, (x, y) => (y === 1 && x % 2 ? 0 : 255));
		expect([...detailsOf(striped)]).toEqual([0, 9]);
	});
});
