import { crc32 as zlibCrc32 } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { combineCrc32Parts } from "./crc32.ts";

const bytes = (maxLength = 300) => fc.uint8Array({ maxLength });

it("combines the CRCs of parts to that of the whole", () => {
	fc.assert(
		fc.property(fc.array(bytes(64), { maxLength: 40 }), (parts) => {
			const combined = combineCrc32Parts(
				parts.map((part) => ({ crc32: zlibCrc32(part), size: part.length })),
			);
			expect(combined).toBe(zlibCrc32(Buffer.concat(parts)));
		}),
	);
});

it("combines lengths beyond 32 bits", () => {
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
	const halves = [
		{ crc32: first, size: 7 },
		{ crc32: restCrc, size: rest },
	];
	expect(combineCrc32Parts(halves)).toBe(expected);
});
