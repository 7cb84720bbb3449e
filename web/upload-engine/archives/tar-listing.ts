import { MAX_LISTING_ENTRIES } from "../../../worker/files/previews/contract/preview-sizes.ts";
import type { Listing } from "../../../worker/files/previews/contract/previews.ts";
import { shortName } from "../../../worker/pages/storefront/contract/short-name.ts";
import type { Bytes } from "../bytes.ts";

const BLOCK = 512;
/** Bytes of a long name that are read. */
const MAX_NAME = 4096;
/** Including those of folders and links. */
const MAX_HEADERS = 10_000;

/** Null if it is not a tar. */
export async function tarListing(archive: Bytes): Promise<Listing | null> {
	const entries: Listing["entries"] = [];
	let longName: string | null = null;
	let at = 0;
	for (let read = 0; read < MAX_HEADERS && entries.length < MAX_LISTING_ENTRIES; read++) {
		if (at + BLOCK > archive.size) break;
		const header = new Uint8Array(await archive.slice(at, at + BLOCK).arrayBuffer());
		if (header.every((byte) => byte === 0)) break;
		if (!hasChecksum(header)) return null;
		const size = numberAt(header, 124, 12);
		const kind = String.fromCharCode(header[156] ?? 0);
		if (kind === "L") {
			// A name too long for the next entry's header.
			const end = at + BLOCK + Math.min(size, MAX_NAME);
			longName = text(new Uint8Array(await archive.slice(at + BLOCK, end).arrayBuffer()));
		} else if (kind === "0" || kind === "\0") {
			const prefix =
				text(header.subarray(257, 262)) === "ustar" ? text(header.subarray(345, 500)) : "";
			const own = text(header.subarray(0, 100));
			const name = longName ?? (prefix ? `${prefix}/${own}` : own);
			entries.push({ name: shortName(name), size });
			longName = null;
		}
		at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
	}
	return entries.length > 0 ? { total: entries.length, entries } : null;
}

function text(bytes: Uint8Array): string {
	const end = bytes.indexOf(0);
	return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

/** Octal digits or, for large files, a big-endian integer with the top bit set. */
function numberAt(header: Uint8Array, at: number, length: number): number {
	const field = header.subarray(at, at + length);
	if (((field[0] ?? 0) & 0x80) === 0) return Number.parseInt(text(field).trim() || "0", 8) || 0;
	return field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0);
}

function hasChecksum(header: Uint8Array): boolean {
	const sum = header.reduce((all, byte, i) => all + (i >= 148 && i < 156 ? 32 : byte), 0);
	return sum === numberAt(header, 148, 8);
}
