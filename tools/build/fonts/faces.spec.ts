import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { KIB } from "../../../worker/contract/constants.ts";
import { COMMON, FACE_NAMES, FONTS, faceOf } from "./faces.ts";

it.each(FACE_NAMES)("%s is what its family gives", async (name) => {
	const stored = readFileSync(join(FONTS, name));
	expect(stored.equals(await faceOf(name))).toBe(true);
});

it("what a page needs before its first paint is small", () => {
	const sizes = (["heading.woff2", "text.woff2"] as const).map(
		(name) => readFileSync(join(FONTS, name)).length,
	);
	expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(40 * KIB);
});

it("the stylesheet asks the preloaded files for the letters that they have", () => {
	const styles = readFileSync(join(FONTS, "..", "type.css"), "utf8");
	for (const name of ["heading", "text"]) {
		const [, ranges = ""] =
			new RegExp(`/${name}\\.woff2.*\\s+unicode-range:([^;]+)`).exec(styles) ?? [];
		const letters = ranges.split(",").flatMap((range) => {
			const [first = "", last = first] = range.trim().slice("U+".length).split("-");
			const from = Number.parseInt(first, 16);
			return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, at) =>
				String.fromCodePoint(from + at),
			);
		});
		expect(letters.toSorted()).toEqual(COMMON.toSorted());
	}
});
