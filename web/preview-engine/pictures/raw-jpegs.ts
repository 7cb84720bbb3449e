/** Firefox shows inks, the colours of a JPEG with four components, as if they were light. */
export const showsFalsely = (components: number | undefined) =>
	components === 4 && navigator.userAgent.includes("Firefox/");

export type InnerJpeg = {
	at: number;
	width: number;
	height: number;
	components: number;
	hasExif: boolean;
};

const MAX_SEGMENTS = 200;
/** Baseline, extended and progressive, which browsers decode. Raw pixels are often lossless JPEGs. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const EXIF = 0xe1;
const ORIENTATION = 0x112;
/** The box of a CR3 that holds the camera's settings as a TIFF. */
const CR3_SETTINGS = [0x43, 0x4d, 0x54, 0x31];
const CR3_HEAD = 64 * 1024;

/**
 * Finds the camera's previews, largest first: whole JPEGs, stored in a different place by each
 * format.
 */
export function innerJpegs(bytes: Uint8Array): InnerJpeg[] {
	const found: InnerJpeg[] = [];
	for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
		const jpeg = jpegAt(bytes, at);
		if (jpeg) found.push(jpeg);
	}
	return found.sort((a, b) => b.width * b.height - a.width * a.height);
}

/** Null if no JPEG that browsers decode begins there. */
export function jpegAt(bytes: Uint8Array, start: number): InnerJpeg | null {
	if (bytes[start] !== 0xff || bytes[start + 1] !== 0xd8) return null;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let hasExif = false;
	let at = start + 2;
	for (let segments = 0; segments < MAX_SEGMENTS && at + 10 <= bytes.length; segments++) {
		if (bytes[at] !== 0xff) return null;
		const marker = bytes[at + 1] ?? 0;
		if (FRAMES.includes(marker)) {
			const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
			const isPicture = bytes[at + 4] === 8 && width > 0 && height > 0;
			const components = bytes[at + 9] ?? 0;
			return isPicture ? { at: start, width, height, components, hasExif } : null;
		}
		// Only tables, application data and comments precede the frame.
		if (marker < 0xc4 || (marker > 0xc4 && marker < 0xdb)) return null;
		if (marker === EXIF) hasExif = true;
		at += 2 + view.getUint16(at + 2);
	}
	return null;
}

/** 1 if unknown. */
export function rawOrientation(bytes: Uint8Array): number {
	const at = settingsAt(bytes);
	const order = String.fromCharCode(...bytes.subarray(at, at + 2));
	if (order !== "II" && order !== "MM") return 1;
	const isLittle = order === "II";
	const view = new DataView(bytes.buffer, bytes.byteOffset + at, bytes.byteLength - at);
	if (view.byteLength < 8) return 1;
	const directory = view.getUint32(4, isLittle);
	if (directory + 2 > view.byteLength) return 1;
	const count = view.getUint16(directory, isLittle);
	for (let n = 0; n < count; n++) {
		const entry = directory + 2 + n * 12;
		if (entry + 12 > view.byteLength) return 1;
		if (view.getUint16(entry, isLittle) === ORIENTATION) return view.getUint16(entry + 8, isLittle);
	}
	return 1;
}

/** The TIFF directory is at the start of the file, or in a box of a CR3. */
function settingsAt(bytes: Uint8Array): number {
	const head = bytes.subarray(0, CR3_HEAD);
	const first = CR3_SETTINGS[0] ?? 0;
	for (let at = head.indexOf(first); at >= 0; at = head.indexOf(first, at + 1))
		if (CR3_SETTINGS.every((byte, i) => head[at + i] === byte)) return at + 4;
	return 0;
}
