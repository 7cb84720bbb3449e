import { crc32 } from "node:zlib";
import { zlibSync } from "fflate";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function chunk(type: string, data: Uint8Array): Uint8Array {
	const bytes = new Uint8Array(12 + data.length);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, data.length);
	for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i);
	bytes.set(data, 8);
	view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
	return bytes;
}

/** Red, green and blue, 0–255 each. */
export type Colour = readonly [number, number, number];

/** Encodes a PNG of `width` × `height` pixels with the colours given by `colourAt(x, y)`. */
export function encodePng(
	width: number,
	height: number,
	colourAt: (x: number, y: number) => Colour,
): Uint8Array<ArrayBuffer> {
	const row = 1 + width * 3;
	const raw = new Uint8Array(height * row);
	for (let y = 0; y < height; y++) {
		// The first byte of a row is its filter: 0, unfiltered.
		for (let x = 0; x < width; x++) raw.set(colourAt(x, y), y * row + 1 + x * 3);
	}
	const header = new Uint8Array(13);
	const view = new DataView(header.buffer);
	view.setUint32(0, width);
	view.setUint32(4, height);
	header.set([8, 2, 0, 0, 0], 8); // eight bits a channel, true colour, not interlaced
	const parts = [
		Uint8Array.from(SIGNATURE),
		chunk("IHDR", header),
		chunk("IDAT", zlibSync(raw, { level: 6 })),
		chunk("IEND", new Uint8Array(0)),
	];
	const png = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		png.set(part, at);
		at += part.length;
	}
	return png;
}
