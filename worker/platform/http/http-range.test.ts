import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRange } from "./http-range.ts";

describe("parseRange", () => {
	it.each([
		["bytes=0-0", { offset: 0, length: 1 }],
		["bytes=0-", { offset: 0, length: 100 }],
		["bytes=99-", { offset: 99, length: 1 }],
		["bytes=10-19", { offset: 10, length: 10 }],
		["bytes=90-5000000000000000000000", { offset: 90, length: 10 }],
		["bytes=-1", { offset: 99, length: 1 }],
		["bytes=-100", { offset: 0, length: 100 }],
		["bytes=-1000", { offset: 0, length: 100 }],
		["BYTES=0-0", { offset: 0, length: 1 }],
		["bytes=007-009", { offset: 7, length: 3 }],
	])("parses %j", (header, range) => {
		expect(parseRange(header, 100)).toEqual(range);
	});

	it.each(["bytes=100-", "bytes=100-200", "bytes=99999999999999999999-", "bytes=-0"])(
		"cannot satisfy %j",
		(header) => {
			expect(parseRange(header, 100)).toBe("unsatisfiable");
		},
	);

	it.each([
		undefined,
		null,
		"",
		"bytes",
		"bytes=",
		"bytes=, 0-9 ,",
		"bytes=-",
		"bytes=a-b",
		"bytes=5-2",
		"bytes=0-1,5-6",
		"bytes=0-1;",
		"bytes=0 -1",
		"bytes= 0-1",
		"bytes =0-1",
		"bytes=0x0-0x5",
		"bytes=+0-1",
		"bytes=0-1e3",
		"bytes=1.0-2",
		"bytes=--5",
		"bytes=\u0661-\u0665",
		"items=0-5",
		"bytes:0-5",
	])("ignores %j", (header) => {
		expect(parseRange(header, 100)).toBe("full");
	});

	it("handles an empty object as the RFC says", () => {
		expect(parseRange("bytes=0-", 0)).toBe("unsatisfiable");
		expect(parseRange("bytes=-5", 0)).toBe("full");
		expect(parseRange("bytes=-0", 0)).toBe("unsatisfiable");
	});

	it("agrees with slicing for every range and size", () => {
		const position = fc.nat({ max: 40 });
		fc.assert(
			fc.property(position, position, fc.nat({ max: 30 }), (first, last, size) => {
				const whole = Array.from({ length: size }, (_, index) => index);
				const expected = whole.slice(first, last + 1);
				const range = parseRange(`bytes=${first}-${last}`, size);
				if (last < first) expect(range).toBe("full");
				else if (expected.length === 0) expect(range).toBe("unsatisfiable");
				else expect(range).toEqual({ offset: first, length: expected.length });
			}),
		);
	});

	it("agrees with slicing for every suffix", () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 40 }),
				fc.integer({ min: 1, max: 30 }),
				(suffix, size) => {
					const expected = Array.from({ length: size }, (_, index) => index).slice(-suffix);
					expect(parseRange(`bytes=-${suffix}`, size)).toEqual({
						offset: expected[0],
						length: expected.length,
					});
				},
			),
		);
	});

	it("never exceeds the object and never throws, whatever the header", () => {
		const nearly = fc.stringMatching(/^bytes=[-0-9, ]{0,12}$/);
		fc.assert(
			fc.property(fc.oneof(fc.string(), nearly), fc.nat(), (header, size) => {
				const range = parseRange(header, size);
				if (typeof range === "string") return;
				expect(range.offset).toBeGreaterThanOrEqual(0);
				expect(range.length).toBeGreaterThan(0);
				expect(range.offset + range.length).toBeLessThanOrEqual(size);
			}),
		);
	});
});
