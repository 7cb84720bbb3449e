/** Boxes that contain the sizes of an AVIF's pictures, from the outermost. */
const PATH = ["meta", "iprp", "ipco"];

/**
 * Returns the size of the largest picture in an AVIF: its grid, or its only item. Null for anything else.
 */
export function avifSize(head: Uint8Array): { width: number; height: number } | null {
	const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
	const name = (at: number) => String.fromCharCode(...head.subarray(at + 4, at + 8));
	if (head.length < 12 || name(0) !== "ftyp") return null;
	let [from, to] = [0, head.length];
	for (const box of PATH) {
		const found = boxes(view, from, to).find(({ at }) => name(at) === box);
		if (!found) return null;
		// Version and flags come before the boxes in `meta`.
		from = found.at + (box === "meta" ? 12 : 8);
		to = found.end;
	}
	let largest = { width: 0, height: 0 };
	for (const { at, end } of boxes(view, from, to)) {
		if (name(at) !== "ispe" || at + 20 > end) continue;
		const [width, height] = [view.getUint32(at + 12), view.getUint32(at + 16)];
		if (width * height > largest.width * largest.height) largest = { width, height };
	}
	return largest.width > 0 ? largest : null;
}

function boxes(view: DataView, from: number, to: number): { at: number; end: number }[] {
	const found: { at: number; end: number }[] = [];
	for (let at = from; at + 8 <= to && found.length < 1000; ) {
		const size = view.getUint32(at);
		if (size < 8) break;
		found.push({ at, end: Math.min(at + size, to) });
		at += size;
	}
	return found;
}
