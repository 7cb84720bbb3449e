import UTIF from "utif2";
import { heic } from "./heic.ts";
import type { SampleFile } from "./sample-files.ts";

type Colour = readonly [r: number, g: number, b: number];

function halves(width: number, height: number, left: Colour, right: Colour): Uint8Array {
	const pixels = new Uint8Array(width * height * 4);
	for (let at = 0; at < width * height; at++)
		pixels.set([...(at % width < width / 2 ? left : right), 255], at * 4);
	return pixels;
}

const RED: Colour = [220, 40, 40];
const BLUE: Colour = [40, 60, 220];

/** Bright on the left, dark on the right. */
export function heicFile(name: string): SampleFile {
	const buffer = heic(320, 240, (x) => [x < 160 ? 200 : 60, 128, 128]);
	return { name, mimeType: "image/heic", buffer };
}

/** Red on the left, blue on the right. */
export function tiffFile(name: string): SampleFile {
	const buffer = Buffer.from(UTIF.encodeImage(halves(400, 300, RED, BLUE), 400, 300));
	return { name, mimeType: "image/tiff", buffer };
}

type Photoshop = { mode: number; resources: Buffer; channels: readonly Buffer[] };

function photoshop(name: string, { mode, resources, channels }: Photoshop): SampleFile {
	const header = Buffer.alloc(26);
	header.write("8BPS", 0, "latin1");
	header.writeUInt16BE(1, 4);
	header.writeUInt16BE(channels.length, 12);
	header.writeUInt32BE(300, 14);
	header.writeUInt32BE(400, 18);
	header.writeUInt16BE(8, 22);
	header.writeUInt16BE(mode, 24);
	const parts = [header, u32(0), u32(resources.length), resources, u32(0), Buffer.alloc(2)];
	return { name, mimeType: "", buffer: Buffer.concat([...parts, ...channels]) };
}

const u32 = (value: number) => {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value);
	return bytes;
};

/** The same picture, flattened. */
export function psdFile(name: string): SampleFile {
	const pixels = halves(400, 300, RED, BLUE);
	const channels = [0, 1, 2].map((channel) =>
		Buffer.from(pixels.filter((_, at) => at % 4 === channel)),
	);
	return photoshop(name, { mode: 3, resources: Buffer.alloc(0), channels });
}

/** In CMYK, with a small JPEG next to the picture, as Photoshop stores it. */
export function cmykPsdFile(name: string, small: Buffer): SampleFile {
	const thumbnail = Buffer.concat([Buffer.alloc(28), small, Buffer.alloc(small.length % 2)]);
	const resources = Buffer.concat([
		Buffer.from("8BIM\x04\x0c\0\0", "latin1"),
		u32(thumbnail.length),
		thumbnail,
	]);
	const channels = Array<Buffer>(4).fill(Buffer.alloc(400 * 300));
	return photoshop(name, { mode: 4, resources, channels });
}

/**
 * Like cameras write them: a TIFF directory with the orientation, a small picture, raw pixels, and
 * the large picture.
 */
export function rawFile(name: string, large: Buffer, small: Buffer, orientation = 1): SampleFile {
	const entry = (tag: number, type: number, value: number) => {
		const bytes = Buffer.alloc(12);
		bytes.writeUInt16LE(tag, 0);
		bytes.writeUInt16LE(type, 2);
		bytes.writeUInt32LE(1, 4);
		bytes.writeUInt32LE(value, 8);
		return bytes;
	};
	const header = Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]);
	const entries = [entry(0x100, 4, 6000), entry(0x101, 4, 4000), entry(0x112, 3, orientation)];
	const count = Buffer.from([entries.length, 0]);
	const pixels = Buffer.alloc(20_000, Buffer.from([0xff, 0x00, 0xff, 0xd8, 0x12, 0x34]));
	return {
		name,
		mimeType: "",
		buffer: Buffer.concat([header, count, ...entries, Buffer.alloc(4), small, pixels, large]),
	};
}

/** Red in the first frame, blue in the second. */
export function gifFile(name: string): SampleFile {
	const size = 64;
	const frame = (index: number, isTransparent = 0) => {
		// Resets follow often enough that codes stay at three bits.
		const bits: number[] = [];
		const code = (value: number) => {
			for (let at = 0; at < 3; at++) bits.push((value >> at) & 1);
		};
		for (let at = 0; at < size * size; at++) {
			if (at % 2 === 0) code(4);
			code(index);
		}
		code(5);
		const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
		bits.forEach((bit, at) => {
			bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (at & 7));
		});
		const blocks: Buffer[] = [];
		for (let at = 0; at < bytes.length; at += 255) {
			const block = bytes.subarray(at, at + 255);
			blocks.push(Buffer.from([block.length]), block);
		}
		return Buffer.concat([
			Buffer.from([0x21, 0xf9, 4, isTransparent, 10, 0, index, 0]),
			Buffer.from([0x2c, 0, 0, 0, 0, size, 0, size, 0, 0, 2]),
			...blocks,
			Buffer.from([0]),
		]);
	};
	const buffer = Buffer.concat([
		Buffer.from("GIF89a", "latin1"),
		Buffer.from([size, 0, size, 0, 0x81, 0, 0]),
		Buffer.from([...RED, ...BLUE, 0, 0, 0, 255, 255, 255]),
		frame(2, 1),
		frame(0),
		frame(1),
		Buffer.from([0x3b]),
	]);
	return { name, mimeType: "image/gif", buffer };
}
