/** Small files whose content matches their extension, for tests. */

const encoder = new TextEncoder();

export function text(content: string): Uint8Array<ArrayBuffer> {
	return new Uint8Array(encoder.encode(content));
}

/** Returns `size` bytes that begin like a PNG and continue with bytes derived from the seed. */
export function pngLike(size: number, seed = 1): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(size);
	let state = seed * 2654435761;
	for (let at = 0; at < size; at++) {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		bytes[at] = state >>> 24;
	}
	bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].slice(0, size));
	return bytes;
}
