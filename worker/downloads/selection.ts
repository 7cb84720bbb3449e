import { MAX_FILES_PER_SHARE } from "../contract/constants.ts";
import { base64url } from "../platform/ids.ts";

/** Positions may exceed the number of files when files were added and others removed. */
const MAX_POSITION = 4 * MAX_FILES_PER_SHARE;

/**
 * Encodes positions of files as URL-safe base64: bit n stands for position n. It is an address, not a
 * permission: whoever opens it is authorised like everywhere else.
 */
export function encodeSelection(positions: readonly number[]): string {
	const bits = new Uint8Array((Math.max(...positions) >> 3) + 1);
	for (const position of positions) {
		bits[position >> 3] = (bits[position >> 3] ?? 0) | (1 << (position & 7));
	}
	return base64url(bits);
}

/** Decodes positions encoded by `encodeSelection`, ascending; null when invalid. */
export function decodeSelection(word: string): number[] | null {
	if (!/^[A-Za-z0-9_-]+$/.test(word) || word.length > MAX_POSITION / 6) return null;
	const bits = Buffer.from(word, "base64url");
	const positions = Array.from({ length: bits.length * 8 }, (_, position) => position).filter(
		(position) => ((bits[position >> 3] ?? 0) & (1 << (position & 7))) !== 0,
	);
	// One selection has one code, so one archive has one address.
	return positions.length > 0 && encodeSelection(positions) === word ? positions : null;
}
