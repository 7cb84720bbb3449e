import { beforeEach, expect, test, vi } from "vitest";
import { drawWatermark } from "./draw-watermark.ts";

type Word = { x: number; y: number; width: number };
let outlined: Word[] = [];
let filled: Word[] = [];

/** Records words in the picture's coordinates; letters are six tenths of their size wide. */
class Canvas {
	readonly #origin = { x: 0, y: 0, turn: 0 };
	readonly width: number;
	readonly height: number;
	readonly canvas = this;
	font = "";
	constructor(width: number, height: number) {
		this.width = width;
		this.height = height;
	}
	getContext = () => this;
	translate = (x: number, y: number) => Object.assign(this.#origin, { x, y });
	rotate = (turn: number) => Object.assign(this.#origin, { turn });
	measureText = (text: string) => ({ width: text.length * 0.6 * sizeIn(this.font) });
	#placed(text: string, x: number, y: number): Word {
		const { x: left, y: top, turn } = this.#origin;
		const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
		const { width } = this.measureText(text);
		return { x: left + x * cos - y * sin, y: top + x * sin + y * cos, width };
	}
	strokeText = (text: string, x: number, y: number) => void outlined.push(this.#placed(text, x, y));
	fillText = (text: string, x: number, y: number) => void filled.push(this.#placed(text, x, y));
	save = vi.fn();
	restore = vi.fn();
	drawImage = vi.fn();
}

const sizeIn = (font: string) => Number(/([\d.]+)px/.exec(font)?.[1]);

beforeEach(() => {
	[outlined, filled] = [[], []];
	vi.stubGlobal("OffscreenCanvas", Canvas);
});

function marked(width: number, height: number, name: string): void {
	drawWatermark(new Canvas(width, height) as unknown as OffscreenCanvasRenderingContext2D, name);
}

test.each([
	["photograph", 1024, 683],
	["portrait", 683, 1024],
	["panorama", 2000, 250],
	["thumbnail", 300, 300],
])("puts an outlined name into every part of a %s that is worth cropping", (_, width, height) => {
	marked(width, height, "Mara Lindqvist");
	expect(outlined).toEqual(filled);
	const part = Math.sqrt(width * height) / 2;
	for (let left = 0; left + part <= width; left += part / 2)
		for (let top = 0; top + Math.min(part, height) <= height; top += part / 2) {
			const isInside = ({ x, y }: Word) =>
				x >= left && x <= left + part && y >= top && y <= top + part;
			expect(filled.some(isInside), `at ${left}, ${top}`).toBe(true);
		}
});

test("keeps letters legible in a tile, and a long name within the picture", () => {
	marked(1024, 683, "Mara");
	const [short] = filled;
	// A phone shows the picture a third as large.
	expect((short?.width ?? 0) / 4 / 0.6 / 3).toBeGreaterThan(14);
	filled = [];
	marked(1024, 683, "Mara Lindqvist-Hohenstein and Daughters, Photographers");
	expect(filled[0]?.width).toBeLessThan(Math.hypot(1024, 683));
});
