import { describe, expect, it } from "vitest";
import { isProgram, isProgramName, matchesFileType, typeOf } from "./detect-type.ts";
import { FILE_TYPES, iconOf, PROGRAM_EXTENSIONS, typeOfMime } from "./file-types.ts";

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
/** Text in UTF-16 with a mark of its order. */
function utf16(text: string, isBig = false): Uint8Array {
	const view = new DataView(new ArrayBuffer(2 + text.length * 2));
	for (const [at, char] of [..."\ufeff", ...text].entries())
		view.setUint16(at * 2, char.charCodeAt(0), !isBig);
	return new Uint8Array(view.buffer);
}
/** Packets of 188 bytes, as films are broadcast. */
const transportStream = () =>
	Uint8Array.from({ length: 4096 }, (_, at) => (at % 188 === 0 ? 0x47 : at % 7 === 0 ? 0 : at));
/** The same with a time before each packet, as cameras write them. */
const blurayStream = () =>
	Uint8Array.from({ length: 4096 }, (_, at) => (at % 192 === 4 ? 0x47 : at % 7 === 0 ? 0 : at));
const asf = bytes(0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6);
const zip = bytes("PK", 3, 4, 20, 0);
const ole = bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0);
const ftyp = bytes(0, 0, 0, 24, "ftypisom", 0, 0);
const matroska = bytes(0x1a, 0x45, 0xdf, 0xa3, 1);
const plain = bytes("hello, world\n");

/** Beginnings of real files, by extension. */
const FILE_HEADS: Record<string, Uint8Array[]> = {
	heic: [bytes(0, 0, 0, 24, "ftypheic"), bytes(0, 0, 0, 28, "ftypmif1")],
	avif: [bytes(0, 0, 0, 28, "ftypavif")],
	tif: [bytes("II*", 0, 8), bytes("MM", 0, "*")],
	psd: [bytes("8BPS", 0, 1)],
	psb: [bytes("8BPS", 0, 2)],
	cr3: [bytes(0, 0, 0, 24, "ftypcrx ")],
	png: [bytes(0x89, "PNG", 13, 10, 26, 10)],
	jpg: [bytes(0xff, 0xd8, 0xff, 0xe0)],
	jpeg: [bytes(0xff, 0xd8, 0xff, 0xe1)],
	gif: [bytes("GIF89a"), bytes("GIF87a")],
	webp: [bytes("RIFF", 1, 0, 0, 0, "WEBPVP8 ")],
	svg: [
		bytes('<?xml version="1.0"?><svg xmlns="x">'),
		bytes("<svg>"),
		utf16("<svg>"),
		utf16("<svg>", true),
	],
	svgz: [bytes(0x1f, 0x8b, 8)],
	tga: [bytes(0, 0, 2, 0, 0, 0)],
	bmp: [bytes("BM", 54, 4, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0)],
	ico: [bytes(0, 0, 1, 0, 2, 0, 16, 16)],
	mpg: [bytes(0, 0, 1, 0xba, 0x44)],
	mp4: [ftyp],
	mov: [bytes(0, 0, 0, 8, "wide"), bytes(0, 0, 0, 20, "ftypqt  ")],
	avi: [bytes("RIFF", 1, 0, 0, 0, "AVI LIST")],
	mkv: [matroska],
	webm: [matroska],
	mp3: [bytes("ID3", 4, 0), bytes(0xff, 0xfb, 0x90), bytes(0, 0, 0xff, 0xf3, 0x40)],
	wav: [bytes("RIFF", 1, 0, 0, 0, "WAVEfmt "), bytes("RF64", 255, 255, 255, 255, "WAVE")],
	flac: [bytes("fLaC", 0)],
	aac: [bytes(0xff, 0xf1, 0x50), bytes("ADIF")],
	m4a: [bytes(0, 0, 0, 32, "ftypM4A "), bytes(0, 0, 0, 24, "ftypmp42"), ftyp],
	ogg: [bytes("OggS", 0, 2)],
	pdf: [bytes("%PDF-1.7"), bytes("\n\n%PDF-1.4")],
	doc: [ole, bytes("{\\rtf1")],
	docx: [zip, ole],
	xls: [ole],
	xlsx: [zip],
	ppt: [ole],
	pptx: [zip],
	ai: [bytes("%PDF-1.6"), bytes("%!PS-Adobe-3.0")],
	stl: [bytes("solid cube\n"), new Uint8Array(84).fill(32)],
	obj: [bytes("# cube\nv 0 0 0\n")],
	gltf: [bytes('{"asset":{"version":"2.0"}}')],
	fbx: [bytes("; FBX 7.4.0 project file")],
	prproj: [bytes("<?xml version"), bytes(0x1f, 0x8b, 8)],
	xmp: [bytes("<x:xmpmeta")],
	lrtemplate: [bytes("s = {")],
	cube: [bytes("LUT_3D_SIZE 33")],
	abr: [bytes(0, 6, 0, 2)],
	atn: [bytes(0, 0, 0, 16)],
	sfz: [bytes("<region> sample=a.wav")],
	nki: [bytes(0x12, 0x90, 0xa8, 0x7f)],
	zip: [zip, bytes("PK", 5, 6)],
	rar: [bytes("Rar!", 0x1a, 7, 1, 0)],
	"7z": [bytes("7z", 0xbc, 0xaf, 0x27, 0x1c)],
	tar: [posixTar(), oldTar(), new Uint8Array(1024)],
	gz: [bytes(0x1f, 0x8b, 8)],
	txt: [plain, bytes(), utf16("Grüße, 世界"), utf16("Grüße, 世界", true)],
	ts: [bytes("const a = 1;"), transportStream()],
	md: [bytes("# ID3 and MZ and BM")],
	json: [bytes("{}")],
	xml: [bytes("<svg/>")],
	csv: [bytes("a,b\n")],
	mts: [transportStream(), blurayStream()],
	weba: [matroska],
	ogv: [bytes("OggS", 0, 2)],
	wmv: [asf],
	braw: [bytes(0, 0, 0, 8, "wide")],
	cbr: [bytes("Rar!", 0x1a, 7, 1, 0), zip],
	kmz: [zip],
	usdz: [zip],
	dxf: [bytes("  0\nSECTION\n"), bytes("AutoCAD Binary DXF\r\n", 0x1a, 0)],
	step: [bytes("ISO-10303-21;\nHEADER;")],
	sbsar: [bytes("7z", 0xbc, 0xaf, 0x27, 0x1c)],
	max: [ole],
	skp: [utf16("\x0eSketchUp Model")],
	cdr: [bytes("RIFF", 1, 0, 0, 0, "CDRE"), zip],
	brushset: [zip],
	adg: [bytes(0x1f, 0x8b, 8)],
	afbrushes: [bytes(0, 0xff, "KA")],
	gpx: [bytes('<?xml version="1.0"?><gpx>')],
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
		const sold =
			"jfif jpe m4b oga wave cbz gpx ttc usdz brushset unitypackage mogrt vrm dxf step stp xcf kra";
		for (const extension of sold.split(" ")) expect(EXTENSIONS).toContain(extension);
		expect(iconOf("application/octet-stream")).toBe("generic");
	});
});

describe("matchesFileType", () => {
	it("recognises the content of every accepted extension", () => {
		for (const { extensions, starts = [], family, test } of FILE_TYPES) {
			const samples = extensions.flatMap((extension) => FILE_HEADS[extension] ?? []);
			for (const extension of extensions) {
				const heads = [...starts.map(startingWith), ...samples];
				if (family === "text") heads.push(plain);
				if (test === "opaque") heads.push(bytes(0, 1, 2, 3));
				// A type that is recognised by a test alone needs a sample in FILE_HEADS.
				expect([extension, heads.length > 0]).toEqual([extension, true]);
				for (const head of heads)
					expect([extension, fits(extension, head)]).toEqual([extension, true]);
			}
		}
	});

	// G41
	it("refuses every other family, arbitrary bytes, programs and empty files", () => {
		const program = bytes("MZ", 0x90, 0, 3, 0, 0, 0);
		for (const extension of EXTENSIONS) {
			const { family, test } = typeOf(`x.${extension}`)!;
			expect([extension, fits(extension, program)]).toEqual([extension, false]);
			if (family === "text") continue;
			const isAny = test === "text" || test === "opaque";
			expect([extension, fits(extension, plain)]).toEqual([extension, isAny]);
			expect([extension, fits(extension, bytes())]).toEqual([extension, test === "text"]);
		}
		expect(fits("png", ftyp)).toBe(false);
		expect(fits("mp4", bytes(0xff, 0xd8, 0xff))).toBe(false);
		expect(fits("mp3", matroska)).toBe(false);
		expect(fits("mp3", ftyp)).toBe(false);
		expect(fits("zip", bytes("%PDF-1.7"))).toBe(false);
		expect(fits("png", bytes("<svg>"))).toBe(false);
		expect(fits("glb", plain)).toBe(false);
		expect(fits("sf2", bytes(1, 2, 3, 4))).toBe(false);
		expect(fits("stl", bytes("%PDF-1.7"))).toBe(false);
		// A borrowed signature proves nothing for the others of its family.
		expect(fits("mp4", asf)).toBe(false);
		expect(fits("mp4", bytes("OggS", 0, 2))).toBe(false);
		expect(fits("abr", zip)).toBe(false);
	});

	it("accepts text without NUL only, and refuses another family's signature in its place", () => {
		expect(fits("txt", bytes("a", 0, "b"))).toBe(false);
		expect(fits("txt", utf16("a\0b"))).toBe(false);
		expect(fits("svg", utf16("<html>"))).toBe(false);
		expect(fits("js", transportStream())).toBe(false);
		// Its size is 256, which an icon's beginning would be.
		expect(fits("mp4", bytes(0, 0, 1, 0, "ftypisom"))).toBe(true);
		expect(fits("csv", zip)).toBe(false);
		expect(fits("txt", bytes("%PDF-1.7"))).toBe(false);
		expect(fits("txt", bytes("{\\rtf1 }"))).toBe(false);
		const late = new Uint8Array(5000).fill(65);
		late[4999] = 0;
		expect(fits("txt", late)).toBe(true);
	});
});

describe("programs", () => {
	it("knows programs by their extension in any case, and accepts none", () => {
		for (const extension of PROGRAM_EXTENSIONS) {
			expect(isProgramName(`Setup.${extension.toUpperCase()}`)).toBe(true);
			expect(EXTENSIONS).not.toContain(extension);
		}
		expect(isProgramName("exe")).toBe(false);
		expect(isProgramName("setup.exe.zip")).toBe(false);
	});

	it.each([
		["Windows", bytes("MZ", 0x90, 0, 3)],
		["Linux", bytes(0x7f, "ELF", 2)],
		["macOS", bytes(0xcf, 0xfa, 0xed, 0xfe)],
		["macOS and Java", bytes(0xca, 0xfe, 0xba, 0xbe)],
		["macOS for several processors", bytes(0xca, 0xfe, 0xba, 0xbf)],
		["a Windows shortcut", bytes("L", 0, 0, 0, 1, 0x14, 2, 0)],
		["Android", bytes("dex\n039", 0)],
		["a macOS package", bytes("xar!", 0, 0x1c)],
		["a Debian package", bytes("!<arch>\ndebian-binary   ")],
		["a Red Hat package", bytes(0xed, 0xab, 0xee, 0xdb)],
	])("knows programs by their first bytes: %s", (_, head) => {
		expect(isProgram(head)).toBe(true);
		for (const name of ["a.stl", "a.abr", "a.nki", "a.txt", "a.jpg"])
			expect(matchesFileType(head, { name, family: typeOf(name)!.family })).toBe(false);
	});

	it("accepts a text that begins with a program's letters", () => {
		expect(isProgram(bytes("MZ is how it begins"))).toBe(false);
	});
});
