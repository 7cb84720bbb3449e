import { MIB } from "../../../worker/contract/constants.ts";
import { type Bytes, RemoteBytes } from "../../upload-engine/bytes.ts";

const MAX_TAG = 16 * MIB;
const HEADER = 10;
const ARTIST = 0x54504531;
const SEPARATOR = 0x1f;
/** Separates artists, in texts of one and two bytes a character. */
export const SEPARATORS = ["\x1f", "\u1f1f"];

/**
 * Rewrites an ID3 tag that the media library misreads, keeping its length; null if it needs no rewriting.
 * Version 1.61 loses the rest of an unsynchronised tag after a byte of 0xFF, and all artists but the
 * first.
 */
export async function withPlainId3(file: Bytes): Promise<Bytes | null> {
	const head = new DataView(await file.slice(0, HEADER).arrayBuffer());
	const size = HEADER + sevenBits(head, 6);
	if (size > MAX_TAG) return null;
	const tag = new Uint8Array(await file.slice(0, size).arrayBuffer());
	const [, , , version, , flags = 0] = tag;
	const isUnsynchronised = flags >= 0x80;
	if (version === 4) rewriteFrames(tag, isUnsynchronised);
	else if (isUnsynchronised) synchronise(tag, HEADER, size);
	else return null;
	tag[5] = flags & 0x7f;
	const read = async (start: number, end: number) => {
		const bytes = new Uint8Array(await file.slice(start, end).arrayBuffer());
		bytes.set(tag.subarray(start, end));
		return bytes.buffer;
	};
	return new RemoteBytes(read, file.size);
}

/** In version 4 each frame is unsynchronised on its own, and zeros separate artists. */
function rewriteFrames(tag: Uint8Array<ArrayBuffer>, isUnsynchronised: boolean): void {
	const view = new DataView(tag.buffer);
	for (let at = HEADER; at + HEADER < tag.length && tag[at]; ) {
		const start = at + HEADER;
		const end = start + sevenBits(view, at + 4);
		const marks = tag[at + 9] ?? 0;
		const isCoded = marks & 0x0c;
		if ((isUnsynchronised || marks & 2) && !isCoded) {
			synchronise(tag, start, end, marks & 1 ? 4 : 0);
			tag[at + 9] = 0;
		}
		if (view.getUint32(at) === ARTIST) separate(tag.subarray(start, end));
		at = end;
	}
}

/** Reads seven bits of each byte. */
const sevenBits = (view: DataView, at: number) =>
	[0, 1, 2, 3].reduce((sum, n) => sum * 128 + (view.getUint8(at + n) & 127), 0);

/** Removes the zeros after each 0xFF and the first `skipped` bytes, and pads with zeros. */
function synchronise(tag: Uint8Array, start: number, end: number, skipped = 0): void {
	const bytes = tag
		.slice(start + skipped, end)
		.filter((byte, at, all) => byte !== 0 || all[at - 1] !== 0xff);
	tag.fill(0, start, end).set(bytes, start);
}

function separate(text: Uint8Array): void {
	const width = text[0] === 1 || text[0] === 2 ? 2 : 1;
	const end = text.findLastIndex((byte) => byte !== 0);
	for (let at = 1; at < end; at += width)
		if (!text[at] && !text[at + width - 1]) text.fill(SEPARATOR, at, at + width);
}
