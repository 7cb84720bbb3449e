import { describe, expect, it } from "vitest";
import { matchesFileType, typeOf } from "./detect-type.ts";
import { FILE_TYPES, iconOf, typeOfMime } from "./file-types.ts";

/** Bytes of numbers and Latin-1 text. */
const bytes = (...values: (number | string)[]) =>
	new Uint8Array(
		values.flatMap((value) =>
			typeof value === "string" ? [...value].map((char) => char.charCodeAt(0)) : [value],
		),
	);
function oldTar(): Uint8Array {
	const header = new Uint8Array(512);
	header.set(bytes("name.txt"));
	header.fill(0x20, 148, 156);
	const sum = header.reduce((a, b) => a + b, 0);
	header.set(bytes(`${sum.toString(8).padStart(6, "0")}\0 `), 148);
	return header;
}
const posixTar = () => {
	const header = new Uint8Array(512);
	header.set(bytes("ustar"), 257);
	return header;
};
const zip = bytes("PK", 3, 4, 20, 0);
const ole = bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0);
const ftyp = bytes(0, 0, 0, 24, "ftypisom", 0, 0);
const matroska = bytes(0x1a, 0x45, 0xdf, 0xa3, 1);
const plain = bytes("hello, world\n");

/** Beginnings of real files, by extension. */
const FILE_HEADS: Record<string, Uint8Array[]> = {
	png: [bytes(0x89, "PNG", 13, 10, 26, 10)],
	jpg: [bytes(0xff, 0xd8, 0xff, 0xe0)],
	jpeg: [bytes(0xff, 0xd8, 0xff, 0xe1)],
	gif: [bytes("GIF89a"), bytes("GIF87a")],
	webp: [bytes("RIFF", 1, 0, 0, 0, "WEBPVP8 ")],
	svg: [bytes('<?xml version="1.0"?><svg xmlns="x">'), bytes("<svg>")],
	mp4: [ftyp],
	mov: [bytes(0, 0, 0, 8, "wide"), bytes(0, 0, 0, 20, "ftypqt  ")],
	avi: [bytes("RIFF", 1, 0, 0, 0, "AVI LIST")],
	mkv: [matroska],
	webm: [matroska],
	mp3: [bytes("ID3", 4, 0), bytes(0xff, 0xfb, 0x90), bytes(0, 0, 0xff, 0xf3, 0x40)],
	wav: [bytes("RIFF", 1, 0, 0, 0, "WAVEfmt "), bytes("RF64", 255, 255, 255, 255, "WAVE")],
	flac: [bytes("fLaC", 0)],
	aac: [bytes(0xff, 0xf1, 0x50), bytes("ADIF")],
	ogg: [bytes("OggS", 0, 2)],
	pdf: [bytes("%PDF-1.7"), bytes("\n\n%PDF-1.4")],
	doc: [ole, bytes("{\\rtf1")],
	docx: [zip, ole],
	xls: [ole],
	xlsx: [zip],
	ppt: [ole],
	pptx: [zip],
	zip: [zip, bytes("PK", 5, 6)],
	rar: [bytes("Rar!", 0x1a, 7, 1, 0)],
	"7z": [bytes("7z", 0xbc, 0xaf, 0x27, 0x1c)],
	tar: [posixTar(), oldTar(), new Uint8Array(1024)],
	gz: [bytes(0x1f, 0x8b, 8)],
	txt: [plain, bytes()],
	md: [bytes("# ID3 and MZ and BM")],
	json: [bytes("{}")],
	xml: [bytes("<svg/>")],
	csv: [bytes("a,b\n")],
};

const fits = (extension: string, head: Uint8Array) => {
	const name = `file.${extension}`;
	return matchesFileType(head, { name, family: typeOf(name)!.family });
};

const EXTENSIONS = FILE_TYPES.flatMap((type) => type.extensions);

/** A file that has the beginning and nothing else. */
const startingWith = (text: string) => bytes(text.replaceAll("?", "\0"));

describe("FILE_TYPES", () => {
	it("names every extension and every MIME type once", () => {
		const mimeTypes = FILE_TYPES.map((type) => type.mimeType);
		for (const names of [EXTENSIONS, mimeTypes]) expect(new Set(names).size).toBe(names.length);
		for (const { extensions, mimeType } of FILE_TYPES) {
			expect(typeOfMime(mimeType)?.mimeType).toBe(mimeType);
			for (const extension of extensions) expect(typeOf(`a.${extension}`)?.mimeType).toBe(mimeType);
		}
		expect(typeOf("a.exe")).toBeNull();
		expect(iconOf("application/octet-stream")).toBe("generic");
	});
});

describe("matchesFileType", () => {
	it("recognises the content of every accepted extension", () => {
		for (const { extensions, starts = [], family } of FILE_TYPES)
			for (const extension of extensions) {
				const heads = [...starts.map(startingWith), ...(FILE_HEADS[extension] ?? [])];
				if (family === "text") heads.push(plain);
				// A type that is recognised by a test alone needs a sample in FILE_HEADS.
				expect([extension, heads.length > 0]).toEqual([extension, true]);
				for (const head of heads)
					expect([extension, fits(extension, head)]).toEqual([extension, true]);
			}
	});

	it("refuses every other family, arbitrary bytes and empty files", () => {
		const program = bytes("MZ", 0x90, 0, 3, 0, 0, 0);
		for (const extension of EXTENSIONS) {
			const { family } = typeOf(`x.${extension}`)!;
			expect([extension, fits(extension, program)]).toEqual([extension, false]);
			if (family === "text") continue;
			expect([extension, fits(extension, plain)]).toEqual([extension, false]);
			expect([extension, fits(extension, bytes())]).toEqual([extension, false]);
		}
		expect(fits("png", ftyp)).toBe(false);
		expect(fits("mp4", bytes(0xff, 0xd8, 0xff))).toBe(false);
		expect(fits("mp3", matroska)).toBe(false);
		expect(fits("zip", bytes("%PDF-1.7"))).toBe(false);
		expect(fits("png", bytes("<svg>"))).toBe(false);
	});

	it("accepts text without NUL only, and refuses another family's signature in its place", () => {
		expect(fits("txt", bytes("a", 0, "b"))).toBe(false);
		expect(fits("csv", zip)).toBe(false);
		expect(fits("txt", bytes("%PDF-1.7"))).toBe(false);
		expect(fits("txt", bytes("{\\rtf1 }"))).toBe(false);
		const late = new Uint8Array(5000).fill(65);
		late[4999] = 0;
		expect(fits("txt", late)).toBe(true);
	});
});
