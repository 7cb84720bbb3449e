import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GALLERY, heightOf, rowsOf, widthOf } from "./gallery-layout.ts";

const shapes = (ratios: readonly number[]) => ratios.map((ratio, id) => ({ id, ratio }));
const anyRatios = fc.array(fc.double({ min: 0.02, max: 40, noNaN: true }), { maxLength: 80 });
const portraits = fc.array(fc.constantFrom(0.5, 0.56, 0.67, 0.75, 2.5, 3), { maxLength: 40 });
const PHONE_PX = 328;
const DESKTOP_PX = 704;

describe("the rows of the gallery", () => {
	it.each([
		["phones", GALLERY.narrow.goal, PHONE_PX],
		["wide windows", GALLERY.wide.goal, DESKTOP_PX],
	])(
		"on %s have every picture once, in order, in its own shape, and no gap beside a row that needn’t be lower",
		(_, goal, width) => {
			fc.assert(
				fc.property(fc.oneof(anyRatios, portraits), (ratios) => {
					const rows = rowsOf(shapes(ratios), goal);
					expect(rows.flat().map(({ picture }) => picture.id)).toEqual(ratios.map((_, id) => id));
					for (const row of rows) {
						expect(row.length).toBeGreaterThan(0);
						const sum = row.reduce((total, { ratio }) => total + ratio, 0);
						// Tiles of one height whose ratios are in proportion to their widths fill the row.
						const height = (width * widthOf(row, goal)) / sum;
						const filled = row.reduce((total, { ratio }) => total + ratio * height, 0);
						expect(filled).toBeCloseTo(sum < goal.min ? height * sum : width, 6);
						for (const { picture, ratio } of row)
							expect(ratio).toBe(Math.min(3, Math.max(0.5, picture.ratio)));
						expect(height).toBeLessThanOrEqual(width / goal.min + 1e-6);
						expect(height).toBeGreaterThanOrEqual(width / Math.max(3, goal.target * 2));
					}
				}),
				{ numRuns: 2_000 },
			);
		},
	);

	it("show pictures with their true proportions unless these are extreme", () => {
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom(0.67, 0.75, 1, 1.33, 1.5, 1.78), { minLength: 3, maxLength: 40 }),
				(ratios) => {
					const shown = rowsOf(shapes(ratios), GALLERY.wide.goal).flat();
					for (const { picture, ratio } of shown) expect(ratio).toBeCloseTo(picture.ratio, 9);
				},
			),
		);
	});

	it("take a single portrait at the end into the row before", () => {
		const rows = rowsOf(shapes([1.5, 1.5, 1.5, 0.67]), GALLERY.wide.goal);
		expect(rows.map((row) => row.length)).toEqual([2, 2]);
	});

	it("returns no rows without pictures", () => {
		expect(rowsOf([], GALLERY.wide.goal)).toEqual([]);
	});
});

describe("a group of rows", () => {
	it("is as high as its rows and the gaps between them", () => {
		const { goal } = GALLERY.narrow;
		// In 328 px: 328 ÷ 2, then (328 − 8) ÷ 3, then a portrait of three quarters of the width, which fills less.
		const group = [shapes([2]), shapes([1, 2]), shapes([0.6])];
		const [, cqi, px] = /^auto calc\((.+)cqi \+ (.+)px\)$/.exec(heightOf(group, goal)) ?? [];
		const height = (Number(cqi) / 100) * PHONE_PX + Number(px);
		expect(height).toBeCloseTo(164 + 8 + 320 / 3 + 8 + (PHONE_PX * 0.75) / 0.6, 6);
	});
});
