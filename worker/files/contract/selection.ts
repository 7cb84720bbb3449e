/** Available in browsers and Workers. */
declare const btoa: (binary: string) => string;
declare const atob: (base64: string) => string;

function base64url(bytes: readonly number[]): string {
	const base64 = btoa(bytes.map((byte) => String.fromCharCode(byte)).join(""));
	return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Null if its length can't be that of encoded bytes. */
function bytesOf(word: string): number[] | null {
	if (word.length % 4 === 1) return null;
	const binary = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
	return Array.from(binary, (char) => char.charCodeAt(0));
}

/** Positions may exceed the number of files after files were added and others removed. */
const BITMAP_END = 7_992;
const SPARSE = "~";
export const MAX_WORD_LENGTH = 12_000;

/**
 * Encodes as URL-safe base64 in which bit n means position n; if too long, the distances between positions, seven
 * bits a byte. The result is an address, not a permission.
 */
export function encodeSelection(positions: readonly number[]): string {
	const last = Math.max(...positions);
	if (last >= BITMAP_END) return SPARSE + encodeDistances(positions);
	const bits = Array.from({ length: (last >> 3) + 1 }, () => 0);
	for (const position of positions) {
		bits[position >> 3] = (bits[position >> 3] ?? 0) | (1 << (position & 7));
	}
	return base64url(bits);
}

function encodeDistances(positions: readonly number[]): string {
	const bytes: number[] = [];
	let before = -1;
	for (const position of positions.toSorted((a, b) => a - b)) {
		let distance = position - before - 1;
		for (; distance > 127; distance = Math.floor(distance / 128))
			bytes.push(128 + (distance % 128));
		bytes.push(distance);
		before = position;
	}
	return base64url(bytes);
}

/** Ascending; null if invalid. */
export function decodeSelection(word: string): number[] | null {
	if (!/^~?[A-Za-z0-9_-]+$/.test(word) || word.length > MAX_WORD_LENGTH) return null;
	const isSparse = word.startsWith(SPARSE);
	const bytes = bytesOf(isSparse ? word.slice(SPARSE.length) : word);
	if (bytes === null) return null;
	const positions = isSparse ? decodeDistances(bytes) : decodeBits(bytes);
	if (!positions.every(Number.isSafeInteger)) return null;
	// Each selection has one code, so its archive has one address.
	return positions.length > 0 && encodeSelection(positions) === word ? positions : null;
}

function decodeBits(bits: readonly number[]): number[] {
	return Array.from({ length: bits.length * 8 }, (_, position) => position).filter(
		(position) => ((bits[position >> 3] ?? 0) & (1 << (position & 7))) !== 0,
	);
}

function decodeDistances(bytes: readonly number[]): number[] {
	const positions: number[] = [];
	let [distance, factor, before] = [0, 1, -1];
	for (const byte of bytes) {
		distance += (byte % 128) * factor;
		factor *= 128;
		if (byte > 127) continue;
		before += distance + 1;
		positions.push(before);
		[distance, factor] = [0, 1];
	}
	return positions;
}
