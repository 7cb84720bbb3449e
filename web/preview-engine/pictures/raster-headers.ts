import { rawOrientation } from "./raw-jpegs.ts";

/** Boxes around the sizes of pictures, outermost first. */
const PATH = ["meta", "iprp", "ipco"];

/** The largest picture's; null unless it is an AVIF. */
export function avifSize(head: Uint8Array): { width: number; height: number } | null {
	const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
	const name = (at: number) => String.fromCharCode(...head.subarray(at + 4, at + 8));
	if (head.length < 12 || name(0) !== "ftyp") return null;
	let [from, to] = [0, head.length];
	for (const box of PATH) {
		const found = boxes(view, from, to).find(({ at }) => name(at) === box);
		if (!found) return null;
		// In `meta`, version and flags precede the boxes.
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

/** Only animations have more. */
const MAX_CHUNKS = 100;

/** Removes a WebP's EXIF data and returns its orientation, which not all browsers apply. */
export async function uprightWebp(file: Blob): Promise<{ picture: Blob; orientation: number }> {
	const read = async (at: number, length: number) =>
		new Uint8Array(await file.slice(at, at + length).arrayBuffer());
	const name = (bytes: Uint8Array, at: number) =>
		String.fromCharCode(...bytes.subarray(at, at + 4));
	const head = await read(0, 12);
	if (name(head, 0) !== "RIFF" || name(head, 8) !== "WEBP")
		return { picture: file, orientation: 1 };
	for (let at = 12, chunks = 0; at + 8 <= file.size && chunks < MAX_CHUNKS; chunks++) {
		const header = await read(at, 8);
		const length = new DataView(header.buffer).getUint32(4, true);
		if (name(header, 0) === "EXIF") {
			const exif = await read(at + 8, length);
			const settings = name(exif, 0) === "Exif" ? exif.slice(6) : exif;
			// Decoders ignore chunks with unknown names.
			const picture = new Blob([file.slice(0, at), "NONE", file.slice(at + 4)]);
			return { picture, orientation: rawOrientation(settings) };
		}
		at += 8 + length + (length % 2);
	}
	return { picture: file, orientation: 1 };
}
