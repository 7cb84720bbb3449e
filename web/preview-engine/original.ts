import { fetchOriginal } from "../lib/server/queries/missing-previews.ts";
import { RemoteBytes, readAhead } from "../upload-engine/bytes.ts";

export type Original = File | RemoteOriginal;

/** Bytes; larger files get no previews that need the whole file. */
const MAX_FETCHED = 400 * 1024 * 1024;
const PIECE = 16 * 1024 * 1024;

export class RemoteOriginal extends RemoteBytes {
	readonly name: string;
	/** false after a read that failed, which says nothing about the file; web workers pass on messages only */
	isReadable = true;

	constructor(file: { id: string; name: string; size: number }, signal: AbortSignal) {
		const read = async (start: number, end: number) => {
			try {
				const bytes = await fetchOriginal(file.id, start, end, signal);
				this.isReadable = true;
				return bytes;
			} catch (error) {
				this.isReadable = false;
				throw error;
			}
		};
		super(readAhead(read, file.size), file.size);
		this.name = file.name;
	}
}

/** Throws when the file is too large. */
export async function wholeOriginal(original: Original): Promise<File> {
	if (original instanceof File) return original;
	if (original.size > MAX_FETCHED) throw new Error(`a file of ${original.size} bytes`);
	const pieces: Blob[] = [];
	for (let at = 0; at < original.size; at += PIECE)
		pieces.push(new Blob([await original.slice(at, at + PIECE).arrayBuffer()]));
	return new File(pieces, original.name);
}

/** False if it has gone from the device or can't be reached. */
export async function isReadable(original: Original): Promise<boolean> {
	if (!(original instanceof File)) return original.isReadable;
	if (original.size === 0) return true;
	return original
		.slice(0, 1)
		.arrayBuffer()
		.then(
			() => true,
			() => false,
		);
}
