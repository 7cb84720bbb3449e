import { extensionOf, type FileFamily } from "./files.ts";

/** How many bytes from the beginning of a file the content check needs. */
export const SNIFF_BYTES = 4096;

function startsWith(head: Uint8Array, bytes: readonly number[], at = 0): boolean {
	return bytes.every((byte, index) => head[at + index] === byte);
}

function ascii(head: Uint8Array, from: number, length: number): string {
	return String.fromCharCode(...head.subarray(from, from + length));
}

const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d];
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const EBML = [0x1a, 0x45, 0xdf, 0xa3];
/** Boxes a QuickTime or MP4 file may begin with. */
const BOXES = new Set(["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"]);

function isZip(head: Uint8Array): boolean {
	return (
		["\x03\x04", "\x05\x06", "\x07\x08"].includes(ascii(head, 2, 2)) && ascii(head, 0, 2) === "PK"
	);
}

function isTar(head: Uint8Array): boolean {
	if (head.length < 512) return false;
	if (ascii(head, 257, 5) === "ustar") return true;
	// Before POSIX there was no magic number, but always a checksum; an empty archive is all zeros.
	const stated = Number.parseInt(ascii(head, 148, 8), 8);
	let sum = 0;
	for (let at = 0; at < 512; at++) sum += at >= 148 && at < 156 ? 0x20 : (head[at] ?? 0);
	return sum === stated || sum === 8 * 0x20;
}

/** An MPEG audio frame or ADTS header: eleven set bits and no reserved version. */
function isAudioFrame(head: Uint8Array, at: number): boolean {
	const second = head[at + 1] ?? 0;
	return head[at] === 0xff && (second & 0xe0) === 0xe0 && (second & 0x18) !== 0x08;
}

function isMp3OrAac(head: Uint8Array): boolean {
	if (ascii(head, 0, 3) === "ID3" && (head[3] ?? 255) < 10) return true;
	if (ascii(head, 0, 4) === "ADIF") return true;
	// Some encoders put silence before the first frame.
	let at = 0;
	while (at < head.length && head[at] === 0) at++;
	return isAudioFrame(head, at);
}

function riffType(head: Uint8Array): string | null {
	const form = ascii(head, 0, 4);
	return form === "RIFF" || form === "RF64" ? ascii(head, 8, 4) : null;
}

const PDF_SEARCH = 1024;
function isPdf(head: Uint8Array): boolean {
	for (let at = 0; at < Math.min(head.length, PDF_SEARCH); at++)
		if (startsWith(head, PDF, at)) return true;
	return false;
}

/** The families that the first bytes prove; families without a signature are not among them. */
function detectedFamilies(head: Uint8Array): Set<FileFamily> {
	const families = new Set<FileFamily>();
	const riff = riffType(head);
	const box = ascii(head, 4, 4);
	if (
		startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) ||
		startsWith(head, [0xff, 0xd8, 0xff]) ||
		/^GIF8[79]a$/.test(ascii(head, 0, 6)) ||
		riff === "WEBP"
	)
		families.add("image");
	else if (riff === "AVI " || startsWith(head, EBML)) families.add("video");
	else if (BOXES.has(box)) {
		families.add("video");
		if (/^M4[AB] $/.test(ascii(head, 8, 4))) families.add("audio");
	} else if (
		riff === "WAVE" ||
		ascii(head, 0, 4) === "fLaC" ||
		startsWith(head, [0x4f, 0x67, 0x67, 0x53, 0x00])
	)
		families.add("audio");
	else if (isZip(head)) families.add("archive").add("document");
	else if (startsWith(head, OLE) || ascii(head, 0, 5) === "{\\rtf") families.add("document");
	else if (
		ascii(head, 0, 6) === "Rar!\x1a\x07" ||
		startsWith(head, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]) ||
		startsWith(head, [0x1f, 0x8b])
	)
		families.add("archive");
	else if (startsWith(head, PDF)) families.add("document");
	return families;
}

function isText(head: Uint8Array): boolean {
	return !head.subarray(0, SNIFF_BYTES).includes(0);
}

/**
 * Returns true when a file's first bytes (up to `SNIFF_BYTES`, fewer only when the file is shorter)
 * belong to the family of its extension. Text needs no signature, but must contain no NUL and must not
 * begin with the signature of another family.
 */
export function matchesFileType(
	head: Uint8Array,
	claimed: { name: string; family: FileFamily },
): boolean {
	const proven = detectedFamilies(head);
	const extension = extensionOf(claimed.name);
	if (claimed.family === "text") return proven.size === 0 && isText(head);
	if (proven.size > 0) return proven.has(claimed.family);
	switch (claimed.family) {
		case "image":
			return extension === "svg" && isText(head) && /<svg[\s>]/i.test(ascii(head, 0, head.length));
		case "audio":
			return isMp3OrAac(head);
		case "archive":
			return isTar(head);
		case "document":
			return isPdf(head);
		default:
			return false;
	}
}
