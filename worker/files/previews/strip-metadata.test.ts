import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { convert, halvesPng, withExif } from "../../test/fixtures/images.ts";
import { MAX_CHUNKS, readImageHeader } from "../contract/image-header.ts";
import { stripMetadata } from "./strip-metadata.ts";

type Bytes = Uint8Array<ArrayBuffer>;
const SECRET = "SecretCamera";
const text = (content: string) => Uint8Array.from(content, (char) => char.charCodeAt(0));
const holdsSecret = (bytes: Bytes) => new TextDecoder("latin1").decode(bytes).includes(SECRET);

function pngWithText(png: Bytes): Bytes {
	const chunk = Uint8Array.from([0, 0, 0, SECRET.length, ...text(`tEXt${SECRET}`), 1, 2, 3, 4]);
	const header = png.subarray(0, 33);
	return Uint8Array.from([...header, ...chunk, ...png.subarray(33), ...text(SECRET)]);
}
function webpWithExif(webp: Bytes): Bytes {
	const extended = [...text("VP8X"), 10, 0, 0, 0, 0x0c, 0, 0, 0, 59, 0, 0, 39, 0, 0];
	const exif = [...text("EXIF"), SECRET.length, 0, 0, 0, ...text(SECRET)];
	const body = [...text("WEBP"), ...extended, ...webp.subarray(12), ...exif];
	const size = new Uint8Array(4);
	new DataView(size.buffer).setUint32(0, body.length, true);
	return Uint8Array.from([...text("RIFF"), ...size, ...body, ...text(SECRET)]);
}
const pixels = (bytes: Bytes) => convert(bytes, "image/png");

describe("stripMetadata", () => {
	it.each([
		["image/png", pngWithText],
		["image/jpeg", (jpeg: Bytes) => withExif(jpeg, 1)],
		["image/webp", webpWithExif],
	] as const)("keeps the pixels of a %s and removes its metadata", async (format, add) => {
		const plain = await convert(halvesPng(60, 40), format);
		const reported = add(plain);
		expect(holdsSecret(reported)).toBe(true);
		expect(readImageHeader(reported)?.metadata).toBe(true);
		const stripped = stripMetadata(reported, format);
		if (!stripped) throw new Error("refused");
		expect(holdsSecret(stripped)).toBe(false);
		expect(readImageHeader(stripped)).toEqual({ format, width: 60, height: 40, metadata: false });
		expect(await pixels(stripped)).toEqual(await pixels(plain));
	});

	it("refuses an image with more chunks than encoders write", async () => {
		const repeated = (chunk: readonly number[]) =>
			Array.from({ length: MAX_CHUNKS }, () => chunk).flat();
		const png = halvesPng(20, 20);
		const jpeg = await convert(png, "image/jpeg");
		const webp = await convert(png, "image/webp");
		const insert = (image: Bytes, at: number, chunk: readonly number[]) =>
			Uint8Array.from([...image.subarray(0, at), ...repeated(chunk), ...image.subarray(at)]);
		const text = [0, 0, 0, 0, 0x74, 0x45, 0x58, 0x74, 0, 0, 0, 0];
		expect(stripMetadata(insert(png, 33, text), "image/png")).toBeNull();
		expect(stripMetadata(insert(jpeg, 2, [0xff, 0xfe, 0, 2]), "image/jpeg")).toBeNull();
		const longer = insert(webp, webp.length, [0x45, 0x58, 0x49, 0x46, 0, 0, 0, 0]);
		new DataView(longer.buffer).setUint32(4, longer.length - 8, true);
		expect(stripMetadata(longer, "image/webp")).toBeNull();
	});

	it("refuses truncated images, and never throws", async () => {
		for (const format of ["image/png", "image/webp"] as const) {
			const whole = await convert(halvesPng(60, 40), format);
			expect(stripMetadata(whole.slice(0, -20), format)).toBeNull();
			fc.assert(
				fc.property(fc.nat(80), fc.uint8Array({ maxLength: 60 }), (cut, tail) => {
					stripMetadata(Uint8Array.from([...whole.subarray(0, 12 + cut), ...tail]), format);
				}),
			);
		}
	});
});
