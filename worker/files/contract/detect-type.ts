import type { ContentTest, FileFamily, FileType } from "./file-type.ts";
import { FILE_TYPES, PROGRAM_EXTENSIONS } from "./file-types.ts";

/** How many of a file's first bytes the content check needs. */
export const SNIFF_BYTES = 4096;
const PDF_SEARCH = 1024;

const byExtension = new Map(
	FILE_TYPES.flatMap((type) => type.extensions.map((extension) => [extension, type])),
);

function extensionOf(name: string): string | null {
	const dot = name.lastIndexOf(".");
	return dot < 1 ? null : name.slice(dot + 1).toLowerCase();
}

/** Returns a file's type by its extension; null for types that aren't accepted. */
export function typeOf(name: string): FileType | null {
	return byExtension.get(extensionOf(name) ?? "") ?? null;
}

export function isProgramName(name: string): boolean {
	return PROGRAM_EXTENSIONS.includes(extensionOf(name) ?? "");
}

function latin1(head: Uint8Array, from: number, length: number): string {
	return String.fromCharCode(...head.subarray(from, from + length));
}

/** `?` matches any byte. */
function startsWith(head: Uint8Array, text: string): boolean {
	if (head.length < text.length) return false;
	return [...text].every((char, at) => char === "?" || head[at] === char.charCodeAt(0));
}

/** Text has no NUL character; UTF-16 begins with a byte order mark. */
function isText(head: Uint8Array): boolean {
	return !textOf(head).includes("\0");
}

function textOf(head: Uint8Array): string {
	const bytes = head.subarray(0, SNIFF_BYTES);
	const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
	const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
	if (!isLittle && !isBig) return latin1(bytes, 0, bytes.length);
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
	const units = Array.from({ length: bytes.length >> 1 }, (_, at) =>
		view.getUint16(at * 2, isLittle),
	);
	return String.fromCharCode(...units);
}

function isTar(head: Uint8Array): boolean {
	if (head.length < 512) return false;
	if (latin1(head, 257, 5) === "ustar") return true;
	// Before POSIX there was no magic number, but always a checksum; an empty archive is all zeros.
	const stated = Number.parseInt(latin1(head, 148, 8), 8);
	let sum = 0;
	for (let at = 0; at < 512; at++) sum += at >= 148 && at < 156 ? 0x20 : (head[at] ?? 0);
	return sum === stated || sum === 8 * 0x20;
}

/** An ID3 tag, or an MPEG audio frame or ADTS header: eleven set bits and no reserved version. */
function isMpegAudio(head: Uint8Array): boolean {
	if (latin1(head, 0, 3) === "ID3" && (head[3] ?? 255) < 10) return true;
	if (latin1(head, 0, 4) === "ADIF") return true;
	// Some encoders put silence before the first frame.
	let at = 0;
	while (at < head.length && head[at] === 0) at++;
	const second = head[at + 1] ?? 0;
	return head[at] === 0xff && (second & 0xe0) === 0xe0 && (second & 0x18) !== 0x08;
}

/** First bytes of programs and packages for Windows, Linux and macOS. */
const PROGRAM_STARTS = [
	"\x7fELF",
	"\xca\xfe\xba\xbe",
	"\xce\xfa\xed\xfe",
	"\xcf\xfa\xed\xfe",
	"\xfe\xed\xfa\xce",
	"\xfe\xed\xfa\xcf",
	"\xca\xfe\xba\xbf",
	"\xbe\xba\xfe\xca",
	"\xbf\xba\xfe\xca",
	"xar!\0\x1c",
	"!<arch>\ndebian-binary",
	"\xed\xab\xee\xdb",
	// A Windows shortcut, which runs a command, and Android's code.
	"L\0\0\0\x01\x14\x02\0",
	"dex\n0??\0",
];

/** Returns true for a program or an installer, by its first bytes. */
export function isProgram(head: Uint8Array): boolean {
	// A text may begin with these letters too, but has no NUL.
	if (startsWith(head, "MZ") && !isText(head)) return true;
	return PROGRAM_STARTS.some((text) => startsWith(head, text));
}

const TESTS: Record<ContentTest, (head: Uint8Array) => boolean> = {
	svg: (head) => isText(head) && /<svg[\s>]/i.test(textOf(head)),
	// Readers accept a PDF that begins with other bytes.
	pdf: (head) => latin1(head, 0, PDF_SEARCH + 4).includes("%PDF-"),
	tar: isTar,
	"mpeg-audio": isMpegAudio,
	text: isText,
	opaque: (head) => head.length > 0,
};

/**
 * These only count for the file's own type: nearly anything passes them, or no other type of the family needs
 * them.
 */
const OWN_TESTS: readonly ContentTest[] = ["svg", "text", "opaque"];

const begins = (head: Uint8Array, texts: readonly string[] = []) =>
	texts.some((text) => startsWith(head, text));

/** Returns the families that the first bytes prove; empty for families without such bytes. */
function provenFamilies(head: Uint8Array): Set<FileFamily> {
	for (const { starts = [] } of FILE_TYPES) {
		const found = starts.find((text) => startsWith(head, text));
		if (found)
			return new Set(
				FILE_TYPES.filter((type) => type.starts?.includes(found)).map((type) => type.family),
			);
	}
	return new Set();
}

export const isKnown = (head: Uint8Array) => provenFamilies(head).size > 0;

/**
 * Returns whether a file's first bytes (`SNIFF_BYTES`, or the whole file) belong to its extension's family. Text
 * needs no signature, but must contain no NUL character and not begin with another family's signature. Programs
 * belong to none.
 */
export function matchesFileType(
	head: Uint8Array,
	claimed: { name: string; family: FileFamily },
): boolean {
	if (isProgram(head)) return false;
	const own = typeOf(claimed.name);
	if (own?.family === claimed.family && begins(head, own.borrows)) return true;
	const proven = provenFamilies(head);
	if (claimed.family === "text") return proven.size === 0 && isText(head);
	if (proven.size > 0) return proven.has(claimed.family);
	return FILE_TYPES.some(
		(type) =>
			type.family === claimed.family &&
			type.test &&
			(type === own || !OWN_TESTS.includes(type.test)) &&
			TESTS[type.test](head),
	);
}
