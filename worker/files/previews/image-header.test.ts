import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { convert, halvesPng, withExif } from "../../test/fixtures/images.ts";
import { MAX_CHUNKS, readImageHeader } from "../contract/image-header.ts";

describe("readImageHeader", () => {
	it("reads the output of encoders", async () => {
		const png = halvesPng(90, 40);
		const jpeg = await convert(png, "image/jpeg");
		const size = { width: 90, height: 40, metadata: false };
		expect(readImageHeader(png)).toEqual({ format: "image/png", ...size });
		expect(readImageHeader(jpeg)).toEqual({ format: "image/jpeg", ...size });
		expect(readImageHeader(await convert(png, "image/webp"))).toEqual({
			format: "image/webp",
			...size,
		});
	});

	it("detects metadata", async () => {
		const jpeg = withExif(await convert(halvesPng(30, 20), "image/jpeg"), 6);
		expect(readImageHeader(jpeg)).toMatchObject({ width: 30, height: 20, metadata: true });
	});

	it("reads GIFs, and the lossless and extended kinds of WebP", () => {
		const gif = new Uint8Array(16);
		gif.set([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 10, 1, 5, 0]);
		expect(readImageHeader(gif)).toMatchObject({ format: "image/gif", width: 266, height: 5 });
		const riff = (fourcc: string, payload: number[]) =>
			Uint8Array.from([
				...Buffer.from("RIFF"),
				22,
				0,
				0,
				0,
				...Buffer.from(`WEBP${fourcc}`),
				10,
				0,
				0,
				0,
				...payload,
			]);
		const lossless = riff("VP8L", [0x2f, 0x3f, 0xc0, 0x07, 0, 0, 0, 0, 0, 0]);
		expect(readImageHeader(lossless)).toMatchObject({ width: 64, height: 32 });
		const extended = riff("VP8X", [0, 0, 0, 0, 99, 1, 0, 49, 0, 0]);
		expect(readImageHeader(extended)).toMatchObject({ width: 356, height: 50 });
	});

	it("refuses an image with more chunks than encoders write", async () => {
		const repeated = (chunk: Uint8Array, times: number) =>
			new Uint8Array(chunk.length * times).map((_, at) => chunk[at % chunk.length] ?? 0);
		const insert = (image: Uint8Array, at: number, more: Uint8Array) =>
			Uint8Array.from([...image.subarray(0, at), ...more, ...image.subarray(at)]);
		const png = halvesPng(20, 20);
		const jpeg = await convert(png, "image/jpeg");
		const webp = await convert(png, "image/webp");
		for (const [image, at, chunk] of [
			[png, 33, Uint8Array.of(0, 0, 0, 0, 0x61, 0x61, 0x41, 0x61, 0, 0, 0, 0)],
			[jpeg, 2, Uint8Array.of(0xff, 0xe0, 0, 2)],
			[jpeg, 2, Uint8Array.of(0xff)],
			[webp, webp.length, Uint8Array.of(0x61, 0x61, 0x61, 0x61, 0, 0, 0, 0)],
		] as const) {
			const some = insert(image, at, repeated(chunk, MAX_CHUNKS - 30));
			expect(readImageHeader(some)).toMatchObject({ width: 20, height: 20 });
			const many = insert(image, at, repeated(chunk, MAX_CHUNKS));
			expect(readImageHeader(many)).toBeNull();
		}
	});

	it("refuses everything else, and never throws or hangs on truncated and random bytes", async () => {
		expect(readImageHeader(new TextEncoder().encode("<svg xmlns='x'></svg>"))).toBeNull();
		const good = [
			halvesPng(20, 20),
			await convert(halvesPng(20, 20), "image/jpeg"),
			await convert(halvesPng(20, 20), "image/webp"),
		];
		fc.assert(
			fc.property(
				fc.constantFrom(...good),
				fc.nat(200),
				fc.uint8Array({ maxLength: 60 }),
				(image, cut, tail) => {
					const header = readImageHeader(Uint8Array.from([...image.subarray(0, cut), ...tail]));
					expect(header === null || header.width > 0).toBe(true);
				},
			),
		);
	});
});
