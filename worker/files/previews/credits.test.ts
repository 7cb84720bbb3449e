import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCredits, withCredits } from "../contract/credits.ts";

const ARTIST = 0x013b;
const COPYRIGHT = 0x8298;
const text = (value: string) => new TextEncoder().encode(`${value}\0`);
/** The frame of a JPEG of 8 × 8 pixels, with or without JFIF. */
const FRAME = [0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 17, 0];
const plain = new Uint8Array([0xff, 0xd8, ...FRAME]);
const jfif = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, ...FRAME]);

/** EXIF as cameras write it, in either order of bytes: a make, a place, and the credits. */
function exif(isLittle: boolean, credits: ReadonlyMap<number, Uint8Array>): Uint8Array {
	const entries = [[0x010f, text("SecretCamera")] as const, ...credits];
	const bytes = new Uint8Array(10 + (entries.length + 1) * 12 + 4 + 4000);
	const view = new DataView(bytes.buffer);
	bytes.set(isLittle ? [0x49, 0x49, 42, 0] : [0x4d, 0x4d, 0, 42]);
	view.setUint32(4, 8, isLittle);
	view.setUint16(8, entries.length + 1, isLittle);
	let end = 10 + (entries.length + 1) * 12 + 4;
	for (const [at, [tag, value]] of entries.entries()) {
		const entry = 10 + at * 12;
		view.setUint16(entry, tag, isLittle);
		view.setUint16(entry + 2, 2, isLittle);
		view.setUint32(entry + 4, value.length, isLittle);
		if (value.length > 4) view.setUint32(entry + 8, end, isLittle);
		bytes.set(value, value.length > 4 ? end : entry + 8);
		end += value.length;
	}
	view.setUint16(10 + entries.length * 12, 0x8825, isLittle);
	return bytes.subarray(0, end);
}

describe("a picture's credits", () => {
	const credits = fc.record({
		artist: fc.option(fc.string({ minLength: 1, maxLength: 300 })),
		copyright: fc.option(fc.string({ minLength: 1, maxLength: 300 })),
	});
	const mapOf = ({ artist, copyright }: { artist: string | null; copyright: string | null }) =>
		new Map([
			...(artist === null ? [] : [[ARTIST, text(artist)] as const]),
			...(copyright === null ? [] : [[COPYRIGHT, text(copyright)] as const]),
		]);

	it("survive in a JPEG, and nothing else does", () => {
		fc.assert(
			fc.property(
				credits,
				fc.boolean(),
				fc.boolean(),
				fc.nat(99),
				(given, isLittle, hasJfif, at) => {
					const known = mapOf(given);
					const read = readCredits(
						new Uint8Array([...new Uint8Array(at), ...exif(isLittle, known)]),
					);
					expect(read).toEqual(known);
					const jpeg = hasJfif ? jfif : plain;
					const credited = withCredits(jpeg, read);
					expect(readCredits(credited)).toEqual(known);
					expect(Buffer.from(credited).includes("SecretCamera")).toBe(false);
					expect(credited.subarray(-FRAME.length)).toEqual(new Uint8Array(FRAME));
					if (known.size === 0) expect(credited).toBe(jpeg);
				},
			),
		);
	});

	it("are none in arbitrary or damaged bytes", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(400), (bytes, end) => {
				readCredits(new Uint8Array([0x49, 0x49, 42, 0, ...bytes]));
				readCredits(exif(false, new Map([[ARTIST, text("a photographer")]])).subarray(0, end));
			}),
		);
	});
});
