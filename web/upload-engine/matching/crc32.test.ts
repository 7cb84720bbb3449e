import { describe, expect, it } from "vitest";
import { crc32, crcText } from "./crc32.ts";

/** The definition, bit by bit. */
function slowCrc32(bytes: Uint8Array): number {
	let crc = ~0;
	for (const byte of bytes) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) * 0xedb88320);
	}
	return ~crc >>> 0;
}

function bytesOf(length: number): Uint8Array {
	return Uint8Array.from({ length }, (_, i) => (i * 2654435761) >>> 13);
}

describe("crc32", () => {
	it("equals the definition for every length around a step, aligned or not", () => {
		const all = bytesOf(200);
		for (let offset = 0; offset < 5; offset++)
			for (let length = 0; length <= 70; length++) {
				const bytes = all.subarray(offset, offset + length);
				expect(crc32(bytes)).toBe(slowCrc32(bytes));
			}
	});

	it("equals the definition for a megabyte, and continues where it stopped", () => {
		const bytes = bytesOf(1_048_579);
		expect(crc32(bytes)).toBe(slowCrc32(bytes));
		expect(crc32(bytes.subarray(1000), crc32(bytes.subarray(0, 1000)))).toBe(slowCrc32(bytes));
	});

	it("formats eight hex digits", () => {
		expect(crcText(crc32(new Uint8Array(0)))).toBe("00000000");
		expect(crcText(crc32(new TextEncoder().encode("123456789")))).toBe("cbf43926");
	});
});
