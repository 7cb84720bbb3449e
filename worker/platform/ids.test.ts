import { afterEach, expect, test, vi } from "vitest";
import { randomId } from "./ids.ts";

afterEach(() => vi.restoreAllMocks());

test("an id has as many random bytes as asked for, in characters that need no escape", () => {
	expect(randomId()).toMatch(/^[\w-]{22}$/);
	expect(randomId(32)).toMatch(/^[\w-]{43}$/);
	expect(new Set(Array.from({ length: 100 }, () => randomId())).size).toBe(100);
});

test("no id begins with a hyphen, so that no command line takes one for an option", () => {
	// The first six bits are those of a hyphen, then of an underscore.
	const drawn = [0xf8, 0xf8, 0xfc];
	vi.spyOn(crypto, "getRandomValues").mockImplementation((bytes) => {
		new Uint8Array((bytes as Uint8Array).buffer).fill(drawn.shift() ?? 0);
		return bytes;
	});
	expect(randomId()).toMatch(/^_/);
	expect(drawn).toEqual([]);
});
