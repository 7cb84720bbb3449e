import { crc32 as zlibCrc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { combineCrc32, combineCrc32Parts, crc32 } from "./crc32.ts";

const bytes = (maxLength = 300) => fc.uint8Array({ maxLength });

describe("crc32", () => {
	it("returns the check value of the standard", () => {
		expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
		expect(crc32(new Uint8Array())).toBe(0);
	});

	it("continues from a previous value", () => {
		fc.assert(
			fc.property(bytes(), bytes(), (a, b) => {
				expect(crc32(b, crc32(a))).toBe(zlibCrc32(Buffer.concat([a, b])));
			}),
		);
	});
});

describe("combining", () => {
	it("equals the CRC of the concatenation", () => {
		fc.assert(
			fc.property(bytes(), bytes(), (a, b) => {
				const whole = zlibCrc32(Buffer.concat([a, b]));
				expect(combineCrc32(zlibCrc32(a), zlibCrc32(b), b.length)).toBe(whole);
			}),
		);
	});

	it("equals it for any number of parts of any sizes", () => {
		fc.assert(
			fc.property(fc.array(bytes(64), { maxLength: 40 }), (parts) => {
				const combined = combineCrc32Parts(
					parts.map((part) => ({ crc32: zlibCrc32(part), size: part.length })),
				);
				expect(combined).toBe(zlibCrc32(Buffer.concat(parts)));
			}),
		);
	});

	it("is correct for lengths beyond 32 bits", () => {
		// CRC-32 of 5 GiB of zeros, computed byte by byte with Python's zlib.
		const expected = 0x193838c3;
		const partSize = 8 * 1024 ** 2;
		const part = { crc32: zlibCrc32(new Uint8Array(partSize)), size: partSize };
		const parts = Array.from({ length: (5 * 1024 ** 3) / partSize }, () => part);
		expect(combineCrc32Parts(parts)).toBe(expected);
		const first = zlibCrc32(new Uint8Array(7));
		const rest = parts.length * partSize - 7;
		const restCrc = combineCrc32Parts([
			...parts.slice(1),
			{ crc32: zlibCrc32(new Uint8Array(partSize - 7)), size: partSize - 7 },
		]);
		expect(combineCrc32(first, restCrc, rest)).toBe(expected);
	});
});
