import { describe, expect, it } from "vitest";
import { repeats } from "./repeats.ts";

describe("repeats", () => {
	it.each([
		["one byte", [7], 64, true],
		["four bytes", [0x28, 0xa2, 0x8a, 0], 64, true],
		["one byte less than asked for", [7], 63, false],
		["a longer pattern", [1, 2, 3, 4, 5], 200, false],
	])("finds a pattern of %s", (_name, pattern, length, expected) => {
		const run = Array.from({ length }, (_, at) => pattern[at % pattern.length] ?? 0);
		expect(repeats(new Uint8Array([9, 8, ...run, 9, 8]), 64)).toBe(expected);
	});

	it("finds none in bytes that do not repeat", () => {
		expect(
			repeats(
				Uint8Array.from({ length: 1000 }, (_, at) => (at * 37) % 251),
				64,
			),
		).toBe(false);
	});
});
