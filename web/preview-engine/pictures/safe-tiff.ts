import { checkPixels } from "./picture-limits.ts";
import { innerJpegs } from "./raw-jpegs.ts";

const CLASSIC = 42;
const MAX_PAGES = 200;
const MAX_DECODED = 800 * 1024 * 1024;
/** Nested directories that no picture needs: EXIF, GPS, makers' notes, other resolutions. */
const NESTED = [330, 34_665, 34_853, 37_500, 50_740, 61_440];
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];
const TAGS = { width: 256, height: 257, bits: 258, samples: 277, tileWidth: 322, tileHeight: 323 };

/**
 * Protects the decoder from endless loops and full memory: cuts cyclic chains of pages and removes
 * nested directories, changing `bytes`. Throws for a file that must not be decoded.
 */
export function makeSafeTiff(bytes: ArrayBuffer): void {
	const view = new DataView(bytes);
	const isLittle = view.getUint16(0) === 0x4949;
	if (view.getUint16(2, isLittle) !== CLASSIC) throw new Error("a BigTIFF, or not a TIFF");
	const seen = new Set<number>();
	let pointer = 4;
	for (let page = 0; page < MAX_PAGES; page++) {
		const directory = view.getUint32(pointer, isLittle);
		if (directory === 0) break;
		if (seen.has(directory)) {
			view.setUint32(pointer, 0, isLittle);
			break;
		}
		seen.add(directory);
		const count = view.getUint16(directory, isLittle);
		checkPage(view, directory + 2, count, isLittle);
		pointer = directory + 2 + count * 12;
	}
	view.setUint32(pointer, 0, isLittle);
	// A page may be a JPEG with a size of its own.
	for (const { width, height } of innerJpegs(new Uint8Array(bytes))) checkPixels(width, height);
}

function checkPage(view: DataView, start: number, count: number, isLittle: boolean): void {
	const numbers = new Map<number, number>();
	for (let at = start; at < start + count * 12; at += 12) {
		const tag = view.getUint16(at, isLittle);
		const type = view.getUint16(at + 2, isLittle);
		const length = view.getUint32(at + 4, isLittle);
		if (length * (TYPE_BYTES[type] ?? 0) > view.byteLength) throw new Error("a truncated TIFF");
		if (NESTED.includes(tag)) view.setUint16(at, 0, isLittle);
		const isShort = type === 3;
		const value = isShort ? view.getUint16(at + 8, isLittle) : view.getUint32(at + 8, isLittle);
		// Several values are stored elsewhere; samples have at most 64 bits.
		numbers.set(tag, length * (TYPE_BYTES[type] ?? 0) > 4 ? 64 : value);
	}
	const [width, height] = [numbers.get(TAGS.width), numbers.get(TAGS.height)];
	if (width === undefined || height === undefined) return;
	checkPixels(width, height);
	checkPixels(numbers.get(TAGS.tileWidth) ?? 1, numbers.get(TAGS.tileHeight) ?? 1);
	const bits = Math.min(numbers.get(TAGS.bits) ?? 1, 16) * (numbers.get(TAGS.samples) ?? 1);
	if ((width * height * bits) / 8 > MAX_DECODED) throw new Error("a TIFF of too many samples");
}

/** Throws if a zlib stream unpacks to more than `limit` bytes; leaves damaged ones to the decoder. */
export async function checkDeflated(
	file: Blob,
	parts: readonly { at: number; length: number }[],
	limit: number,
): Promise<void> {
	for (const { at, length } of parts) {
		const stream = file.slice(at, at + length).stream();
		if ((await unpackedSize(stream, limit)) > limit)
			throw new Error("a picture that decompresses to more than its pixels");
	}
}

/** Returns the unpacked size, or more than `limit` once it is exceeded. */
async function unpackedSize(
	stream: ReadableStream<Uint8Array<ArrayBuffer>>,
	limit: number,
): Promise<number> {
	const reader = stream.pipeThrough(new DecompressionStream("deflate")).getReader();
	let size = 0;
	try {
		while (size <= limit) {
			const { done, value } = await reader.read();
			if (done) break;
			size += value.length;
		}
	} catch {
		return size;
	}
	await reader.cancel().catch(() => undefined);
	return size;
}
