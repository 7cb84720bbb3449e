import type { Bytes } from "../../../../upload-engine/bytes.ts";

/** A part of a RIFF file: its contents, as far as the file has them. */
export type RiffChunk = { name: string; start: number; end: number };

/** A real file has a few dozen beside its data. */
const MAX_CHUNKS = 1000;

/** The chunks of a RIFF file from `start` to `end`, in their order; of lists the contents begin with their type. */
export async function riffChunks(file: Bytes, start: number, end: number): Promise<RiffChunk[]> {
	const chunks: RiffChunk[] = [];
	const last = Math.min(end, file.size);
	for (let at = start; at + 8 <= last && chunks.length < MAX_CHUNKS; ) {
		const header = await viewOf(file, at, at + 8);
		const size = header.getUint32(4, true);
		chunks.push({
			name: fourLetters(header, 0),
			start: at + 8,
			end: Math.min(at + 8 + size, last),
		});
		at += 8 + size + (size % 2);
	}
	return chunks;
}

export async function viewOf(file: Bytes, start: number, end: number): Promise<DataView> {
	return new DataView(await file.slice(start, end).arrayBuffer());
}

export function fourLetters(bytes: DataView, at: number): string {
	return [0, 1, 2, 3].map((i) => String.fromCharCode(bytes.getUint8(at + i))).join("");
}
