import { expect, it } from "vitest";
import { isDark } from "./poster.ts";

const frame = (bright: number) =>
	Uint8ClampedArray.from({ length: 4000 }, (_, at) => {
		if (at % 4 === 3) return 255;
		return at < bright * 4 ? 200 : 12;
	});

it.each([
	["black", 0, true],
	["black with a few bright pixels", 10, true],
	["titles on black", 50, false],
	["a scene", 1000, false],
])("knows whether a frame shows something: %s", (_name, bright, dark) => {
	expect(isDark(frame(bright))).toBe(dark);
});
