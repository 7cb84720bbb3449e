import type { ZipEntry } from "./zip-directory.ts";

const LOCAL = 0x04034b50;

/**
 * Returns the first `most` bytes of an entry, unpacked as they are read, so that a bomb costs no more
 * than what is taken from it. Null when the entry is damaged, encrypted or packed in another way.
 */
export async function zipEntryBytes(
	archive: Blob,
	entry: ZipEntry,
	most: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
	const header = new DataView(await archive.slice(entry.at, entry.at + 30).arrayBuffer());
	if (header.byteLength < 30 || header.getUint32(0, true) !== LOCAL) return null;
	const start = entry.at + 30 + header.getUint16(26, true) + header.getUint16(28, true);
	const packed = archive.slice(start, Math.min(start + entry.packed, archive.size));
	if (entry.method === 0) return new Uint8Array(await packed.slice(0, most).arrayBuffer());
	if (entry.method !== 8) return null;
	return firstBytes(packed.stream().pipeThrough(new DecompressionStream("deflate-raw")), most);
}

/** Reads at most `most` bytes of a stream; null when it fails before there are any. */
async function firstBytes(
	stream: ReadableStream<Uint8Array>,
	most: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
	const bytes = new Uint8Array(most);
	const reader = stream.getReader();
	let length = 0;
	try {
		while (length < most) {
			const { done, value } = await reader.read();
			if (done) break;
			const taken = value.subarray(0, most - length);
			bytes.set(taken, length);
			length += taken.length;
		}
	} catch {
		// A damaged entry: what came before the damage is shown.
	}
	await reader.cancel().catch(() => undefined);
	return length > 0 ? bytes.slice(0, length) : null;
}
