import { fetchOriginal } from "../../../lib/server/queries/missing-previews.ts";
import { RemoteBytes, readAhead } from "../../../upload-engine/bytes.ts";

/** A file that previews are made of: one of this device, or a published one. */
export type Original = File | RemoteOriginal;

/** A file too large to be fetched for a preview that needs all of it. Bytes. */
const MAX_FETCHED = 400 * 1024 * 1024;
const PIECE = 16 * 1024 * 1024;

/** A published file, read by its creator in ranges. */
export class RemoteOriginal extends RemoteBytes {
	readonly name: string;

	constructor(file: { id: string; name: string; size: number }, signal: AbortSignal) {
		const read = (start: number, end: number) => fetchOriginal(file.id, start, end, signal);
		super(readAhead(read, file.size), file.size);
		this.name = file.name;
	}
}

/** The whole file. Throws when it is too large for that, and ApiFailure. */
export async function wholeOriginal(original: Original): Promise<File> {
	if (original instanceof File) return original;
	if (original.size > MAX_FETCHED) throw new Error(`a file of ${original.size} bytes`);
	const pieces: Blob[] = [];
	for (let at = 0; at < original.size; at += PIECE)
		pieces.push(new Blob([await original.slice(at, at + PIECE).arrayBuffer()]));
	return new File(pieces, original.name);
}
