import { MAX_LISTING_ENTRIES } from "../../../worker/files/previews/contract/preview-sizes.ts";
import type { Listing } from "../../../worker/files/previews/contract/previews.ts";
import { shortName } from "../../../worker/pages/storefront/contract/short-name.ts";
import { type Bytes, viewOf } from "../bytes.ts";

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
/** Bytes of the end record with the longest comment, and ZIP64's locator. */
const TAIL = 22 + 65_535 + 20;
/** Bytes of a directory that are read. */
const MAX_DIRECTORY = 4 * 1024 * 1024;

/** Omits folders, and reads only the directory. Null if that can't be read. */
export async function zipListing(archive: Bytes): Promise<Listing | null> {
	const tailStart = Math.max(0, archive.size - TAIL);
	const tail = await viewOf(archive, tailStart, archive.size);
	const found = await findDirectory(archive, tail, tailStart);
	if (!found) return null;
	const end = found.offset + Math.min(found.size, MAX_DIRECTORY);
	const entries: Listing["entries"] = [];
	for (const { name, size } of entriesOf(await viewOf(archive, found.offset, end))) {
		if (!name.endsWith("/")) entries.push({ name: shortName(name), size });
		if (entries.length === MAX_LISTING_ENTRIES) break;
	}
	if (entries.length === 0 && found.total > 0) return null;
	// The directory's own count includes folders, so only truncated lists use it.
	const isCut = entries.length === MAX_LISTING_ENTRIES;
	return { total: isCut ? Math.max(found.total, entries.length) : entries.length, entries };
}

function* entriesOf(bytes: DataView) {
	for (let at = 0; at + 46 <= bytes.byteLength; ) {
		if (bytes.getUint32(at, true) !== ENTRY) return;
		const isUtf8 = (bytes.getUint16(at + 8, true) & 0x800) !== 0;
		const nameLength = bytes.getUint16(at + 28, true);
		const extraLength = bytes.getUint16(at + 30, true);
		const next = at + 46 + nameLength + extraLength + bytes.getUint16(at + 32, true);
		if (next > bytes.byteLength) return;
		const nameBytes = new Uint8Array(bytes.buffer, bytes.byteOffset + at + 46, nameLength);
		yield {
			name: nameOf(nameBytes, isUtf8).slice(0, 1000),
			size: sizeOf(bytes, at, at + 46 + nameLength, extraLength),
		};
		at = next;
	}
}

/** The upper half of DOS's characters, for names that aren't UTF-8. */
const CP437 =
	"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";
const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder();

/** Many programs write UTF-8 without marking it. */
function nameOf(bytes: Uint8Array, isUtf8: boolean): string {
	if (isUtf8) return lenient.decode(bytes);
	try {
		return strict.decode(bytes);
	} catch {
		return Array.from(bytes, (byte) =>
			byte < 128 ? String.fromCharCode(byte) : CP437[byte - 128],
		).join("");
	}
}

async function findDirectory(archive: Bytes, tail: DataView, tailStart: number) {
	for (let at = tail.byteLength - 22; at >= 0; at--) {
		if (tail.getUint32(at, true) !== END) continue;
		const large =
			at >= 20 && tail.getUint32(at - 20, true) === LOCATOR_64
				? await largeDirectory(archive, Number(tail.getBigUint64(at - 12, true)))
				: null;
		const size = tail.getUint32(at + 12, true);
		// Data in front of an archive makes its own offsets too small.
		const found = large ?? {
			total: tail.getUint16(at + 10, true),
			size,
			offset: tailStart + at - size,
		};
		if (found.offset >= 0 && found.offset + found.size <= archive.size) return found;
	}
	return null;
}

async function largeDirectory(archive: Bytes, offset: number) {
	if (offset + 56 > archive.size) return null;
	const end = await viewOf(archive, offset, offset + 56);
	if (end.getUint32(0, true) !== END_64) return null;
	return {
		total: Number(end.getBigUint64(32, true)),
		size: Number(end.getBigUint64(40, true)),
		offset: Number(end.getBigUint64(48, true)),
	};
}

/** Large files have their size in a ZIP64 extra field. */
function sizeOf(bytes: DataView, entry: number, extra: number, extraLength: number): number {
	const size = bytes.getUint32(entry + 24, true);
	if (size !== 0xffffffff) return size;
	for (let at = extra; at + 12 <= extra + extraLength; ) {
		if (bytes.getUint16(at, true) === 1) return Number(bytes.getBigUint64(at + 4, true));
		at += 4 + bytes.getUint16(at + 2, true);
	}
	return size;
}
