/** Pixels as stored, before any EXIF orientation. */
export type ImageHeader = {
	format: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
	width: number;
	height: number;
	/** EXIF, XMP or text chunks were found */
	metadata: boolean;
};

/**
 * Chunks or segments read per image. Encoders write fewer than a hundred; a file of empty ones would cost an
 * iteration for every eight bytes.
 */
export const MAX_CHUNKS = 1000;

const ascii = (bytes: Uint8Array, at: number, length: number) =>
	String.fromCharCode(...bytes.subarray(at, at + length));

const PNG_METADATA = new Set(["eXIf", "tEXt", "zTXt", "iTXt", "tIME"]);

function png(bytes: Uint8Array, view: DataView): ImageHeader | null {
	if (bytes.length < 33 || ascii(bytes, 12, 4) !== "IHDR") return null;
	let metadata = false;
	let chunks = 0;
	for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
		if (++chunks > MAX_CHUNKS) return null;
		if (PNG_METADATA.has(ascii(bytes, at + 4, 4))) metadata = true;
	}
	return { format: "image/png", width: view.getUint32(16), height: view.getUint32(20), metadata };
}

function jpeg(bytes: Uint8Array, view: DataView): ImageHeader | null {
	let metadata = false;
	let at = 2;
	// A fill byte before a marker counts as a segment.
	for (let segments = 0; segments < MAX_CHUNKS && at + 9 <= bytes.length; segments++) {
		if (bytes[at] !== 0xff) return null;
		const marker = bytes[at + 1] ?? 0;
		if (marker === 0xff) {
			at += 1;
			continue;
		}
		// SOF0–SOF15, without DHT, JPG and DAC, which share the numbers.
		if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
			return {
				format: "image/jpeg",
				width: view.getUint16(at + 7),
				height: view.getUint16(at + 5),
				metadata,
			};
		// APP1 holds EXIF and XMP, APP13 IPTC, COM a comment.
		if (marker === 0xe1 || marker === 0xed || marker === 0xfe) metadata = true;
		at += 2 + view.getUint16(at + 2);
	}
	return null;
}

function webpSize(bytes: Uint8Array, view: DataView): [number, number] | null {
	switch (ascii(bytes, 12, 4)) {
		case "VP8 ":
			return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
		case "VP8L": {
			const bits = view.getUint32(21, true);
			return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
		}
		case "VP8X":
			return [
				(view.getUint32(24, true) & 0xffffff) + 1,
				(view.getUint32(26, true) >>> 8) + 1, // 24 bits that start at byte 27
			];
		default:
			return null;
	}
}

function webp(bytes: Uint8Array, view: DataView): ImageHeader | null {
	if (bytes.length < 30 || ascii(bytes, 8, 4) !== "WEBP") return null;
	const size = webpSize(bytes, view);
	if (!size) return null;
	let metadata = false;
	let chunks = 0;
	for (let at = 12; at + 8 <= bytes.length; ) {
		if (++chunks > MAX_CHUNKS) return null;
		const length = view.getUint32(at + 4, true);
		if (/^(?:EXIF|XMP )$/.test(ascii(bytes, at, 4))) metadata = true;
		at += 8 + length + (length & 1);
	}
	return { format: "image/webp", width: size[0], height: size[1], metadata };
}

/**
 * Reads format and size of a PNG, JPEG, GIF or WebP from its first bytes; null for anything else, and for more
 * than `MAX_CHUNKS` chunks.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
	if (bytes.length < 12) return null;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let header: ImageHeader | null = null;
	if (ascii(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") header = png(bytes, view);
	else if (bytes[0] === 0xff && bytes[1] === 0xd8) header = jpeg(bytes, view);
	else if (ascii(bytes, 0, 4) === "RIFF") header = webp(bytes, view);
	else if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6)))
		header = {
			format: "image/gif",
			width: view.getUint16(6, true),
			height: view.getUint16(8, true),
			metadata: false,
		};
	return header && header.width > 0 && header.height > 0 ? header : null;
}
