import { deflateSync } from "node:zlib";
import UTIF from "utif2";
import { afterEach, describe, expect, it, vi } from "vitest";
import { pictureSize } from "../embedded-picture.ts";
import { decodeRaw } from "./decode-raw.ts";
import { checkPixels, sufficientEighths } from "./picture-limits.ts";
import { psdParts } from "./psd-pixels.ts";
import { avifSize, uprightWebp } from "./raster-headers.ts";
import { innerJpegs, rawOrientation } from "./raw-jpegs.ts";
import { checkDeflated, makeSafeTiff } from "./safe-tiff.ts";

const bytes = (...parts: (number[] | string | Uint8Array)[]) =>
	Uint8Array.from(
		parts.flatMap((part) =>
			typeof part === "string" ? [...part].map((char) => char.charCodeAt(0)) : [...part],
		),
	);

/** The beginning of a JPEG; `frame` is the marker of its kind. */
const jpeg = (width: number, height: number, frame = 0xc0, hasExif = false, colours = 3) =>
	bytes(
		[0xff, 0xd8],
		hasExif ? [0xff, 0xe1, 0, 4, 0, 0] : [],
		[0xff, 0xdb, 0, 4, 0, 0],
		[0xff, frame, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255],
		[colours],
		new Uint8Array(9),
	);

describe("checkPixels", () => {
	it("allows cameras' pictures, and neither none nor 200 megapixels", () => {
		expect(() => checkPixels(9504, 6336)).not.toThrow();
		expect(() => checkPixels(20_000, 10_000)).toThrow();
		expect(() => checkPixels(0, 10)).toThrow();
		expect(() => checkPixels(Number.NaN, 10)).toThrow();
	});
});

describe("sufficientEighths", () => {
	it.each([
		[6000, 4000, 1024, 2],
		[6000, 4000, 1600, 4],
		[4000, 6000, 96, 1],
		[3000, 2000, 1600, 8],
		[900, 600, 900, 8],
	])("decodes of %i × %i pixels for %i no more than %i eighths", (width, height, edge, eighths) => {
		expect(sufficientEighths({ width, height }, edge)).toBe(eighths);
	});
});

describe("pictures in inks inside of other files", () => {
	afterEach(() => vi.unstubAllGlobals());

	it("omits them in Firefox, which shows false colours", async () => {
		const inks = jpeg(640, 480, 0xc0, false, 4);
		const size = { width: 640, height: 480 };
		expect(pictureSize(inks)).toEqual(size);
		vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 Gecko/20100101 Firefox/153.0" });
		expect(pictureSize(inks)).toBeNull();
		expect(pictureSize(jpeg(640, 480))).toEqual(size);
		const decode = vi.fn();
		vi.stubGlobal("createImageBitmap", decode);
		await expect(decodeRaw(new Blob([inks]))).rejects.toThrow("without a picture");
		expect(decode).not.toHaveBeenCalled();
	});
});

describe("innerJpegs", () => {
	it("finds whole pictures, largest first, and no lossless raw pixels", () => {
		const file = bytes(
			"II*\0",
			jpeg(160, 120),
			[0xff, 0xd8, 0, 0xff, 0xd8, 0xff],
			jpeg(6000, 4000, 0xc3),
			jpeg(1620, 1080, 0xc2, true),
		);
		expect(innerJpegs(file)).toEqual([
			{ at: expect.any(Number), width: 1620, height: 1080, components: 3, hasExif: true },
			{ at: 4, width: 160, height: 120, components: 3, hasExif: false },
		]);
	});

	it("ends at any cut", () => {
		const file = bytes(jpeg(160, 120), jpeg(100, 100));
		for (let length = 0; length <= file.length; length++)
			expect(innerJpegs(file.subarray(0, length)).length).toBeLessThanOrEqual(2);
	});
});

describe("rawOrientation", () => {
	const settings = (order: "II" | "MM") => {
		const little = order === "II";
		const view = new DataView(new ArrayBuffer(26));
		view.setUint16(0, little ? 0x4949 : 0x4d4d);
		view.setUint32(4, 8, little);
		view.setUint16(8, 1, little);
		view.setUint16(10, 0x112, little);
		view.setUint16(12, 3, little);
		view.setUint32(14, 1, little);
		view.setUint16(18, 6, little);
		return new Uint8Array(view.buffer);
	};

	it("reads both byte orders, and the box of a CR3", () => {
		expect(rawOrientation(settings("II"))).toBe(6);
		expect(rawOrientation(settings("MM"))).toBe(6);
		expect(rawOrientation(bytes("\0\0\0\x18ftypcrx \0\0\0\x22CMT1", settings("II")))).toBe(6);
	});

	it("returns 1 if nothing is known or the file is cut", () => {
		expect(rawOrientation(bytes("FUJIFILMCCD-RAW"))).toBe(1);
		for (let length = 0; length < 18; length++)
			expect(rawOrientation(settings("II").subarray(0, length))).toBe(1);
	});
});

describe("psdParts", () => {
	const psd = (version: number, layers: Uint8Array) => {
		const header = new Uint8Array(26);
		header.set(bytes("8BPS"));
		const view = new DataView(header.buffer);
		view.setUint16(4, version);
		view.setUint32(14, 30);
		view.setUint32(18, 40);
		const length = new DataView(new ArrayBuffer(version === 2 ? 8 : 4));
		length.setUint32(version === 2 ? 4 : 0, layers.length);
		return bytes(
			header,
			[0, 0, 0, 2, 9, 9],
			[0, 0, 0, 3, 7, 7, 7],
			new Uint8Array(length.buffer),
			layers,
			"PICTURE",
		);
	};

	it.each([1, 2])("leaves out resources and layers (version %i)", async (version) => {
		const { width, height, flattened, resources } = await psdParts(
			new Blob([psd(version, new Uint8Array(5000))]),
		);
		expect([width, height, resources.size]).toEqual([40, 30, 3]);
		expect(await flattened.text()).toBe("PICTURE");
	});

	it("refuses a file that is cut anywhere before the picture, and others", async () => {
		const whole = psd(1, new Uint8Array(20));
		for (let length = 0; length < whole.length - 7; length++)
			await expect(psdParts(new Blob([whole.subarray(0, length)]))).rejects.toThrow();
		await expect(psdParts(new Blob(["x".repeat(200)]))).rejects.toThrow();
	});
});

describe("avifSize", () => {
	const box = (name: string, ...parts: Uint8Array[]) => {
		const body = bytes(...parts);
		return bytes([0, 0, (body.length + 8) >> 8, (body.length + 8) & 255], name, body);
	};
	const ispe = (width: number, height: number) =>
		box(
			"ispe",
			bytes([0, 0, 0, 0], [0, 0, width >> 8, width & 255], [0, 0, height >> 8, height & 255]),
		);
	const avif = bytes(
		box("ftyp", bytes("avif\0\0\0\0")),
		box(
			"meta",
			bytes([0, 0, 0, 0]),
			box("hdlr"),
			box("iprp", box("ipco", ispe(512, 512), ispe(4000, 3000))),
		),
	);

	it("returns the largest of the sizes in its properties", () => {
		expect(avifSize(avif)).toEqual({ width: 4000, height: 3000 });
	});

	it("returns null for anything else", () => {
		expect(avifSize(bytes("not an AVIF at all"))).toBeNull();
		for (let length = 0; length < 60; length++)
			expect(avifSize(avif.subarray(0, length))).toBeNull();
	});
});

describe("uprightWebp", () => {
	const settings = [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0];
	const webp = (prefix: string) =>
		bytes(
			"RIFF\0\0\0\0WEBPVP8X",
			[3, 0, 0, 0],
			"abc\0EXIF",
			[22 + prefix.length, 0, 0, 0],
			prefix,
			settings,
		);

	it.each(["", "Exif\0\0"])("reads how it was held, and leaves the rest (%j)", async (prefix) => {
		const file = webp(prefix);
		const { picture, orientation } = await uprightWebp(new Blob([file]));
		expect(orientation).toBe(6);
		const text = await picture.text();
		expect([text.length, text.includes("EXIF")]).toEqual([file.length, false]);
	});

	it("leaves other pictures as they are, and ends at any cut", async () => {
		const png = new Blob(["\x89PNG, or so"]);
		expect(await uprightWebp(png)).toEqual({ picture: png, orientation: 1 });
		const whole = webp("");
		for (let length = 0; length < whole.length - 12; length++)
			expect((await uprightWebp(new Blob([whole.subarray(0, length)]))).orientation).toBe(1);
	});
});

describe("makeSafeTiff", () => {
	const tiff = () => UTIF.encodeImage(new Uint8Array(40 * 30 * 4), 40, 30);
	const directoryOf = (file: ArrayBuffer) => new DataView(file).getUint32(4);
	const endOf = (file: ArrayBuffer) =>
		directoryOf(file) + 2 + new DataView(file).getUint16(directoryOf(file)) * 12;

	it("leaves a TIFF as it decodes", () => {
		const file = tiff();
		makeSafeTiff(file);
		const [page] = UTIF.decode(file);
		expect(page?.t256).toEqual([40]);
	});

	it("cuts a chain of pages that leads back to itself", () => {
		const file = tiff();
		new DataView(file).setUint32(endOf(file), directoryOf(file));
		makeSafeTiff(file);
		expect(UTIF.decode(file)).toHaveLength(1);
	});

	it("refuses a BigTIFF", () => {
		const file = tiff();
		new DataView(file).setUint16(2, 43);
		expect(() => makeSafeTiff(file)).toThrow();
	});

	it("refuses pages that are too large, and more numbers than there are bytes", () => {
		const large = tiff();
		const entries = directoryOf(large) + 2;
		// Width and height come first.
		for (const at of [entries, entries + 12]) new DataView(large).setUint32(at + 8, 0x7fff_ffff);
		expect(() => makeSafeTiff(large)).toThrow();
		const many = tiff();
		new DataView(many).setUint32(entries + 4, 0x7fff_ffff);
		expect(() => makeSafeTiff(many)).toThrow();
	});

	// G45
	it("ends for any bytes", () => {
		for (let seed = 1; seed < 300; seed++) {
			const file = tiff();
			const view = new DataView(file);
			for (let n = 0; n < 6; n++)
				view.setUint8((seed * 7919 + n * 104_729) % Math.min(300, file.byteLength), seed * (n + 3));
			try {
				makeSafeTiff(file);
				UTIF.decode(file);
			} catch (error) {
				expect(error).toBeInstanceOf(Error);
			}
		}
	});
});

describe("checkDeflated", () => {
	it("refuses archives that unpack to more, and only those", async () => {
		const packed = deflateSync(new Uint8Array(1_000_000));
		const file = new Blob([new Uint8Array(10), packed]);
		const parts = [{ at: 10, length: packed.length }];
		await expect(checkDeflated(file, parts, 1_000_000)).resolves.toBeUndefined();
		await expect(checkDeflated(file, parts, 999_999)).rejects.toThrow("decompresses");
		await expect(checkDeflated(new Blob(["damaged"]), parts, 10)).resolves.toBeUndefined();
	});
});
