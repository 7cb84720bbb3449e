/** Boxes that contain boxes. */
const CONTAINERS = ["moov", "trak", "mdia", "minf", "stbl"];
/** Fields that players ignore: where they are in a box, after its size and type, and what is written. */
const FIELDS: Readonly<Record<string, readonly (readonly [at: number, text: string])[]>> = {
	// The time of QuickTime's own previews.
	mvhd: [[72, "clip"]],
	// Reserved.
	tkhd: [[38, "cl"]],
	smhd: [[6, "cl"]],
	// The manufacturer, and the end of the handler's name.
	hdlr: [
		[12, "clip"],
		[39, "Excerpt"],
	],
	// Vendors of the first sample entry, and the name of a film's compressor.
	stsd: [[28, "clip"]],
};
const COMPRESSOR = [
	[59, "Excerpt"],
	[83, "Excerpt"],
] as const;

/**
 * Fills the unused fields of an MP4's headers: all MP4s have such long runs of the same bytes that a
 * clip's headers could otherwise occur in its original.
 */
export function distinctHeaders(bytes: Uint8Array): void {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (bytes.length < 8 || typeAt(bytes, 0) !== "ftyp") return;
	visit(bytes, view, 0, bytes.length);
}

function typeAt(bytes: Uint8Array, at: number): string {
	return String.fromCharCode(...bytes.subarray(at + 4, at + 8));
}

function visit(bytes: Uint8Array, view: DataView, start: number, end: number): void {
	for (let at = start; at + 8 <= end; ) {
		const size = view.getUint32(at);
		if (size < 8 || at + size > end) return;
		const type = typeAt(bytes, at);
		if (CONTAINERS.includes(type)) visit(bytes, view, at + 8, at + size);
		const isFilm = type === "stsd" && /^(?:avc|vp)/.test(typeAt(bytes, at + 16));
		for (const [field, text] of [...(FIELDS[type] ?? []), ...(isFilm ? COMPRESSOR : [])])
			if (8 + field + text.length <= size) write(bytes, at + 8 + field, text);
		at += size;
	}
}

function write(bytes: Uint8Array, at: number, text: string): void {
	for (let char = 0; char < text.length; char++) bytes[at + char] = text.charCodeAt(char);
}
