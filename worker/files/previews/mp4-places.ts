import { NotAClip } from "./byte-parser.ts";

/** The positions of a track's packets according to its tables. */
export type Places = { sizes: Uint32Array; chunks: Uint32Array; runs: Uint32Array };

const NONE = new Uint32Array(0);
export const NO_PLACES: Places = { sizes: NONE, chunks: NONE, runs: NONE };

/** Adjacent packets: the first of them, the one after the last, and bytes of the file. */
type Chunk = { first: number; end: number; from: number; to: number };

/** The chunks of a track in their order, which contain all its packets. */
export function* chunksOfTrack({ sizes, chunks, runs }: Places): Generator<Chunk, void, void> {
	let first = 0;
	let run = 0;
	for (let chunk = 0; chunk < chunks.length; chunk++) {
		while ((runs[2 * run + 2] ?? Number.POSITIVE_INFINITY) <= chunk + 1) run += 1;
		const end = Math.min(sizes.length, first + (runs[2 * run + 1] ?? 0));
		const from = chunks[chunk] ?? 0;
		let to = from;
		for (let packet = first; packet < end; packet++) to += sizes[packet] ?? 0;
		yield { first, end, from, to };
		first = end;
	}
	if (first !== sizes.length) throw new NotAClip("packets in no chunk");
}

/**
 * Adds up the packets and bytes that tracks refer to; each byte of the file between `from` and `to` must
 * be used once. @throws NotAClip where chunks overlap, are elsewhere or are out of order.
 */
export function usedBytes(
	tracks: readonly Places[],
	from: number,
	to: number,
): { count: number; bytes: number } {
	const used = { count: 0, bytes: 0 };
	const open = tracks.map((places) => {
		const chunks = chunksOfTrack(places);
		return { chunks, next: chunks.next() };
	});
	for (let at = from; ; ) {
		let lowest: (typeof open)[number] | undefined;
		let start = Number.POSITIVE_INFINITY;
		for (const track of open)
			if (!track.next.done && track.next.value.from < start) {
				lowest = track;
				start = track.next.value.from;
			}
		if (!lowest || lowest.next.done) return used;
		const chunk = lowest.next.value;
		if (chunk.from < at || chunk.to > to) throw new NotAClip("a packet beyond the data");
		at = chunk.to;
		used.count += chunk.end - chunk.first;
		used.bytes += chunk.to - chunk.from;
		lowest.next = lowest.chunks.next();
	}
}
