import { fetchOriginal } from "../lib/server/queries/missing-previews.ts";
import { RemoteBytes, readAhead } from "../upload-engine/bytes.ts";

export type Original = File | RemoteOriginal;

/** Bytes; larger files get no previews that need the whole file. */
const MAX_FETCHED = 400 * 1024 * 1024;
const PIECE = 16 * 1024 * 1024;

export class RemoteOriginal extends RemoteBytes {
	readonly name: string;

	constructor(file: { id: string; name: string; size: number }, signal: AbortSignal) {
		const read = (start: number, end: number) => fetchOriginal(file.id, start, end, signal);
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
