import type { Bytes } from "../../../../upload-engine/bytes.ts";

/** Bytes in a row that must not be in both. */
export const RUN = 64;
/** Every run contains a whole block of this length that begins at a multiple of it. */
const BLOCK = RUN / 2;
const FACTOR = 0x01000193;
const FACTOR_OUT = power(FACTOR, BLOCK);
/** Blocks with the same sum that are compared. */
const MAX_ALIKE = 8;
/** Of a longer file the beginning and the end are searched: headers are there, and clips are of its beginning. */
const SEARCHED = 48 * 1024 * 1024;
const PIECE = 4 * 1024 * 1024;

function power(base: number, exponent: number): number {
	let result = 1;
	for (let i = 0; i < exponent; i++) result = Math.imul(result, base);
	return result;
}

/** Returns true when a run of `RUN` bytes of `part` is in `whole`. */
export async function sharesRun(part: Blob, whole: Bytes): Promise<boolean> {
	const bytes = new Uint8Array(await part.arrayBuffer());
	const blocks = blocksOf(bytes);
	const ranges =
		whole.size <= 2 * SEARCHED
			? [[0, whole.size] as const]
			: [[0, SEARCHED] as const, [whole.size - SEARCHED, whole.size] as const];
	for (const [start, end] of ranges) {
		for (let at = start; at < end; at += PIECE) {
			// Pieces overlap, so that no run is divided.
			const piece = await whole.slice(at, Math.min(at + PIECE + 2 * RUN, end)).arrayBuffer();
			if (hasRun(bytes, blocks, new Uint8Array(piece))) return true;
		}
	}
	return false;
}

/** Where the blocks are, by their rolling sum. */
function blocksOf(bytes: Uint8Array): Map<number, number[]> {
	const blocks = new Map<number, number[]>();
	for (let at = 0; at + BLOCK <= bytes.length; at += BLOCK) {
		let sum = 0;
		for (let i = 0; i < BLOCK; i++) sum = (Math.imul(sum, FACTOR) + (bytes[at + i] ?? 0)) | 0;
		const alike = blocks.get(sum);
		if (!alike) blocks.set(sum, [at]);
		else if (alike.length < MAX_ALIKE) alike.push(at);
	}
	return blocks;
}

function hasRun(
	bytes: Uint8Array,
	blocks: ReadonlyMap<number, readonly number[]>,
	piece: Uint8Array,
): boolean {
	let sum = 0;
	for (let end = 0; end < piece.length; end++) {
		sum = (Math.imul(sum, FACTOR) + (piece[end] ?? 0)) | 0;
		if (end >= BLOCK) sum = (sum - Math.imul(piece[end - BLOCK] ?? 0, FACTOR_OUT)) | 0;
		if (end < BLOCK - 1) continue;
		const found = blocks.get(sum);
		if (found?.some((at) => runLength(bytes, at, piece, end - BLOCK + 1) >= RUN)) return true;
	}
	return false;
}

/** How many bytes around these two positions are equal. */
function runLength(a: Uint8Array, atA: number, b: Uint8Array, atB: number): number {
	let before = 0;
	while (
		before < RUN &&
		atA > before &&
		atB > before &&
		a[atA - before - 1] === b[atB - before - 1]
	)
		before += 1;
	let after = 0;
	while (
		after < RUN &&
		atA + after < a.length &&
		atB + after < b.length &&
		a[atA + after] === b[atB + after]
	)
		after += 1;
	return after >= BLOCK ? before + after : 0;
}
