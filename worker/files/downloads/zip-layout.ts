import { createHash } from "node:crypto";
import type { ByteRange, ObjectRange } from "../../platform/http/http-range.ts";
import { rangedObjectStream } from "../../platform/storage/ranged-object-stream.ts";
import {
	directoryHeader,
	endOfDirectory,
	localHeader,
	type ZipRecord,
} from "../contract/zip-format.ts";

/**
 * `stored`: unchanged in an object; `packed`: a finished entry, header and data, inside a pack, with the same
 * `path` and `modifiedAt`.
 */
export type ZipEntry = {
	path: string;
	size: number;
	crc32: number;
	modifiedAt: number;
	source:
		| { kind: "stored"; key: string; offset?: number }
		| { kind: "packed"; range: ObjectRange; method: 0 | 8; dataSize: number };
};

/** Bytes in memory, or a range of an object. Never empty. */
export type ZipPiece = Uint8Array | ObjectRange;

export type ZipLayout = {
	pieces: readonly ZipPiece[];
	/** bytes */
	size: number;
	/** strong and quoted: equal layouts have equal bytes, since stored objects never change */
	etag: string;
};

/** Joins adjacent pieces, so that many small entries need few reads. */
class Pieces {
	readonly list: ZipPiece[] = [];
	readonly #hash = createHash("sha256");
	#bytes: Uint8Array[] = [];
	size = 0;

	bytes(bytes: Uint8Array): void {
		this.#bytes.push(bytes);
		this.#hash.update(bytes);
		this.size += bytes.length;
	}

	range({ key, offset, length }: ObjectRange): void {
		if (length === 0) return;
		this.#hash.update(JSON.stringify([key, offset, length]));
		this.#flush();
		const last = this.list.at(-1);
		if (
			last !== undefined &&
			!(last instanceof Uint8Array) &&
			last.key === key &&
			last.offset + last.length === offset
		) {
			this.list[this.list.length - 1] = { ...last, length: last.length + length };
		} else {
			this.list.push({ key, offset, length });
		}
		this.size += length;
	}

	finish(): ZipLayout {
		this.#flush();
		const etag = `"${this.#hash.digest("hex").slice(0, 32)}"`;
		return { pieces: this.list, size: this.size, etag };
	}

	#flush(): void {
		const joined = new Uint8Array(Buffer.concat(this.#bytes));
		if (joined.length > 0) this.list.push(joined);
		this.#bytes = [];
	}
}

function recordOf({ path, size, crc32, modifiedAt, source }: ZipEntry): ZipRecord {
	return source.kind === "packed"
		? { path, size, crc32, modifiedAt, method: source.method, packedSize: source.dataSize }
		: { path, size, crc32, modifiedAt, method: 0, packedSize: size };
}

/**
 * Doesn't read the files' bytes. The same entries give the same archive, so a download can be resumed at any byte.
 */
export function layoutZip(entries: readonly ZipEntry[]): ZipLayout {
	const pieces = new Pieces();
	const directory: Uint8Array[] = [];
	for (const entry of entries) {
		const record = recordOf(entry);
		directory.push(directoryHeader(record, pieces.size));
		if (entry.source.kind === "packed") {
			pieces.range(entry.source.range);
		} else {
			const { key, offset = 0 } = entry.source;
			pieces.bytes(localHeader(record));
			pieces.range({ key, offset, length: entry.size });
		}
	}
	const offset = pieces.size;
	for (const line of directory) pieces.bytes(line);
	pieces.bytes(endOfDirectory(entries.length, pieces.size - offset, offset));
	return pieces.finish();
}

/** The range must be within the archive. */
export function slicePieces(
	pieces: readonly ZipPiece[],
	offset: number,
	length: number,
): ZipPiece[] {
	const end = offset + length;
	const slice: ZipPiece[] = [];
	let at = 0;
	for (const piece of pieces) {
		const from = Math.max(offset - at, 0);
		const to = Math.min(end - at, piece.length);
		if (to > from) {
			slice.push(
				piece instanceof Uint8Array
					? piece.subarray(from, to)
					: { key: piece.key, offset: piece.offset + from, length: to - from },
			);
		}
		at += piece.length;
		if (at >= end) break;
	}
	return slice;
}

export function zipStream(
	files: R2Bucket,
	layout: ZipLayout,
	{ offset, length }: ByteRange,
	options: Parameters<typeof rangedObjectStream>[2],
): Promise<ReadableStream<Uint8Array>> {
	return rangedObjectStream(files, slicePieces(layout.pieces, offset, length), options);
}
