import { MAX_CHUNKS } from "../contract/image-header.ts";

/** PNG chunks that define pixels and colours, without text, times and EXIF. */
const PNG_KEPT = new Set("IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB sBIT pHYs".split(" "));
const WEBP_KEPT = new Set(["VP8 ", "VP8L", "VP8X", "ALPH"]);
/** VP8X flags for a colour profile, EXIF and XMP. */
const WEBP_METADATA_FLAGS = 0x2c;

type Bytes = Uint8Array<ArrayBuffer>;

const name = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
const viewOf = (bytes: Bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const joined = (parts: readonly Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts));

function png(bytes: Bytes): Bytes | null {
	const view = viewOf(bytes);
	const parts: Uint8Array[] = [bytes.subarray(0, 8)];
	let chunks = 0;
	for (let at = 8; at + 12 <= bytes.length; ) {
		if (++chunks > MAX_CHUNKS) return null;
		const end = at + 12 + view.getUint32(at);
		const type = name(bytes, at + 4);
		if (end > bytes.length) return null;
		if (PNG_KEPT.has(type)) parts.push(bytes.subarray(at, end));
		if (type === "IEND") return joined(parts);
		at = end;
	}
	return null;
}

function jpeg(bytes: Bytes): Bytes | null {
	const view = viewOf(bytes);
	const parts: Uint8Array[] = [bytes.subarray(0, 2)];
	let segments = 0;
	for (let at = 2; at + 4 <= bytes.length; ) {
		if (++segments > MAX_CHUNKS) return null;
		const marker = bytes[at + 1] ?? 0;
		if (bytes[at] !== 0xff || marker === 0xff) return null;
		// The image data begins; no named segment follows it.
		if (marker === 0xda) return joined([...parts, bytes.subarray(at)]);
		const end = at + 2 + view.getUint16(at + 2);
		const isApplication = marker >= 0xe0 && marker <= 0xef;
		// APP0 (JFIF) and APP14 (colours) affect the display; APP2 holds a colour profile.
		if (isApplication ? [0xe0, 0xee].includes(marker) : marker !== 0xfe)
			parts.push(bytes.subarray(at, end));
		at = end;
	}
	return null;
}

function webp(bytes: Bytes): Bytes | null {
	const view = viewOf(bytes);
	const riffEnd = 8 + view.getUint32(4, true);
	if (riffEnd > bytes.length) return null;
	const parts: Uint8Array[] = [];
	let chunks = 0;
	for (let at = 12; at + 8 <= riffEnd; ) {
		if (++chunks > MAX_CHUNKS) return null;
		const length = view.getUint32(at + 4, true);
		const end = at + 8 + length + (length & 1);
		if (end > riffEnd) return null;
		const chunk = bytes.slice(at, end);
		if (name(bytes, at) === "VP8X") chunk[8] = (chunk[8] ?? 0) & ~WEBP_METADATA_FLAGS;
		if (WEBP_KEPT.has(name(bytes, at))) parts.push(chunk);
		at = end;
	}
	const stripped = joined([bytes.subarray(0, 12), ...parts]);
	viewOf(stripped).setUint32(4, stripped.length - 8, true);
	return stripped;
}

/**
 * Removes EXIF, XMP, texts, comments and colour profile: some browsers write EXIF even into a canvas's output, and
 * a profile would be the same bytes as in the original; without one the colours are sRGB, like a canvas's. Null if
 * the file is incomplete or has more than `MAX_CHUNKS` chunks.
 */
export function stripMetadata(
	bytes: Bytes,
	format: "image/png" | "image/jpeg" | "image/webp",
): Bytes | null {
	if (format === "image/png") return png(bytes);
	return format === "image/jpeg" ? jpeg(bytes) : webp(bytes);
}
