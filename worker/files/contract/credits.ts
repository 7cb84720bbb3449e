/** EXIF's tags for a picture's artist and copyright, in their order. */
const TAGS: readonly number[] = [0x013b, 0x8298];
const ASCII = 2;
/** Bytes of a text. */
const MAX_LENGTH = 1000;
/** Cameras write fewer than a hundred. */
const MAX_ENTRIES = 500;

/** Texts by tag, as bytes that end with NUL. */
export type Credits = ReadonlyMap<number, Uint8Array>;

/** Null if `at` isn't the beginning of a TIFF header with a directory. */
function creditsAt(bytes: Uint8Array, view: DataView, at: number): Credits | null {
	const isLittle = bytes[at] === 0x49;
	const start = at + view.getUint32(at + 4, isLittle) + 2;
	if (start > bytes.length) return null;
	const entries = view.getUint16(start - 2, isLittle);
	const end = start + entries * 12;
	if (entries === 0 || entries > MAX_ENTRIES || end > bytes.length) return null;
	const credits = new Map<number, Uint8Array>();
	for (let entry = start; entry < end; entry += 12) {
		const tag = view.getUint16(entry, isLittle);
		if (!TAGS.includes(tag) || view.getUint16(entry + 2, isLittle) !== ASCII) continue;
		const length = view.getUint32(entry + 4, isLittle);
		const text = length > 4 ? at + view.getUint32(entry + 8, isLittle) : entry + 8;
		if (length < 2 || length > MAX_LENGTH || text + length > bytes.length) continue;
		credits.set(tag, bytes.slice(text, text + length));
	}
	return credits;
}

/**
 * Returns what a picture's EXIF says about its author. Formats store EXIF in different places, but with the same
 * header, which is searched for in the picture's first bytes.
 */
export function readCredits(bytes: Uint8Array): Credits {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	for (let at = 0; at + 14 <= bytes.length; at++) {
		const order = bytes[at];
		if ((order !== 0x49 && order !== 0x4d) || bytes[at + 1] !== order) continue;
		if (view.getUint16(at + 2, order === 0x49) !== 42) continue;
		const credits = creditsAt(bytes, view, at);
		if (credits) return credits;
	}
	return new Map();
}

/** A marker and its length, `Exif`, and the header of a directory in big-endian order, at its eighth byte. */
const SEGMENT = [
	0xff, 0xe1, 0, 0, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8,
] as const;
/** Offsets count from there. */
const HEADER = 10;

function segmentOf(credits: Credits): Uint8Array {
	const directory = SEGMENT.length + 2 + credits.size * 12 + 4;
	const size = [...credits.values()].reduce((sum, { length }) => sum + length, directory);
	const segment = new Uint8Array(size);
	const view = new DataView(segment.buffer);
	segment.set(SEGMENT);
	view.setUint16(2, size - 2);
	view.setUint16(SEGMENT.length, credits.size);
	let entry = SEGMENT.length + 2;
	let text = directory;
	for (const tag of TAGS) {
		const bytes = credits.get(tag);
		if (!bytes) continue;
		view.setUint16(entry, tag);
		view.setUint16(entry + 2, ASCII);
		view.setUint32(entry + 4, bytes.length);
		// Up to four bytes are in the entry itself.
		if (bytes.length > 4) view.setUint32(entry + 8, text - HEADER);
		segment.set(bytes, bytes.length > 4 ? text : entry + 8);
		entry += 12;
		text += bytes.length;
	}
	return segment;
}

/** Adds EXIF with nothing but the credits to a JPEG without any. */
export function withCredits(
	jpeg: Uint8Array<ArrayBuffer>,
	credits: Credits,
): Uint8Array<ArrayBuffer> {
	if (credits.size === 0) return jpeg;
	const segment = segmentOf(credits);
	// JFIF stays first.
	const start = jpeg[3] === 0xe0 ? 4 + new DataView(jpeg.buffer, jpeg.byteOffset).getUint16(4) : 2;
	const joined = new Uint8Array(jpeg.length + segment.length);
	joined.set(jpeg.subarray(0, start));
	joined.set(segment, start);
	joined.set(jpeg.subarray(start), start + segment.length);
	return joined;
}
