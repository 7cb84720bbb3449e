import type { Bytes } from "../../../../upload-engine/bytes.ts";

/** The bytes that are read; a longer recording is heard as far as that. */
const MAX_BYTES = 256 * 1024 * 1024;
const PIECE = 4 * 1024 * 1024;
/** The largest page: its header, its table and what that can describe. Bytes. */
const MAX_PAGE = 27 + 255 + 255 * 255;
const CAPTURE = 0x4f676753;
/** What stands before the beginning of a FLAC in the first page's contents. Bytes. */
const MAPPING_BYTES = 9;
/** In the beginning of a FLAC: where the number of its frames ends. */
const FRAMES_END = 8 + 18;

/**
 * Returns a FLAC in an Ogg as the plain FLAC that it holds, which the media library reads; null for other
 * files. The frames are the same; only the headers of pages between them go.
 */
export async function oggFlacAsFlac(file: Bytes): Promise<Blob | null> {
	const parts: Uint8Array<ArrayBuffer>[] = [];
	let serial: number | null = null;
	let frames = 0n;
	let at = 0;
	let known = { start: 0, bytes: new Uint8Array(0) };
	while (at + 27 <= Math.min(file.size, MAX_BYTES)) {
		if (
			at + MAX_PAGE > known.start + known.bytes.length &&
			known.start + known.bytes.length < file.size
		)
			known = { start: at, bytes: new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()) };
		const bytes = known.bytes.subarray(at - known.start);
		if (bytes.length < 27) break;
		const page = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		if (page.getUint32(0) !== CAPTURE) break;
		const segments = page.getUint8(26);
		const sizes = bytes.subarray(27, 27 + segments);
		const start = 27 + segments;
		const end = start + sizes.reduce((sum, size) => sum + size, 0);
		if (end > bytes.length) break;
		at += end;
		if (serial !== null && page.getUint32(14) !== serial) continue;
		if (serial === null && !isBeginning(bytes.subarray(start, end))) return null;
		// Copied, so that a piece that was read doesn't stay for the sake of a page.
		parts.push(bytes.slice(start + (serial === null ? MAPPING_BYTES : 0), end));
		serial = page.getUint32(14);
		const position = page.getBigInt64(6, true);
		if (position > frames) frames = position;
	}
	const [head] = parts;
	if (!head || head.length < FRAMES_END) return null;
	stateFrames(head, frames);
	return new Blob(parts);
}

function isBeginning(contents: Uint8Array): boolean {
	const text = String.fromCharCode(...contents.subarray(0, MAPPING_BYTES + 4));
	return text.startsWith("\u007fFLAC") && text.endsWith("fLaC");
}

/** A recorder that can't go back leaves the number of frames open; the last page states it. */
function stateFrames(head: Uint8Array, frames: bigint): void {
	const view = new DataView(head.buffer, head.byteOffset + FRAMES_END - 8, 8);
	const fields = view.getBigUint64(0);
	const number = (1n << 36n) - 1n;
	if ((fields & number) === 0n) view.setBigUint64(0, (fields & ~number) | (frames & number));
}
