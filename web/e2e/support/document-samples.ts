import { readFileSync } from "node:fs";
import { modelSamples } from "./model-samples.ts";
import { file, packed } from "./packed.ts";
import { book, photo, prose, type SampleFile } from "./sample-files.ts";

const paragraphs = (open: string, close: string) =>
	prose(40)
		.map((line) => `${open}${line}${close}`)
		.join("");
const thumbnail = () => photo("t.png", 256, 192).buffer;

const office = (): SampleFile[] => [
	packed("letter.docx", {
		"word/document.xml": `<w:document>${paragraphs("<w:p><w:r><w:t>", "</w:t></w:r></w:p>")}</w:document>`,
		"docProps/app.xml": "<Properties><Pages>3</Pages></Properties>",
	}),
	packed("slides.pptx", {
		"ppt/presentation.xml": "<p:presentation/>",
		"docProps/thumbnail.png": thumbnail(),
		"docProps/app.xml": "<Properties><Slides>12</Slides></Properties>",
	}),
	packed("sums.xlsx", {
		"xl/workbook.xml": "<workbook/>",
		"xl/sharedStrings.xml": `<sst>${paragraphs("<si><t>", "</t></si>")}</sst>`,
		"xl/worksheets/sheet1.xml": `<sheetData>${prose(30)
			.map((_, row) => `<row r="${row}"><c t="s"><v>${row}</v></c><c><v>${row * 37}</v></c></row>`)
			.join("")}</sheetData>`,
	}),
	packed("essay.odt", {
		"content.xml": `<office:body><office:text>${paragraphs("<text:p>", "</text:p>")}</office:text></office:body>`,
		"meta.xml": '<meta:document-statistic meta:page-count="2"/>',
	}),
	packed("plan.ods", { "Thumbnails/thumbnail.png": thumbnail(), "content.xml": "<x/>" }),
	packed("notes.pages", { "preview.jpg": thumbnail(), "Index/Document.iwa": "x" }),
	packed("icons.sketch", { "previews/preview.png": thumbnail(), "document.json": "{}" }),
	packed("drawing.procreate", { "QuickLook/Thumbnail.png": thumbnail() }),
	packed("novel.epub", {
		mimetype: "application/epub+zip",
		"META-INF/container.xml":
			'<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
		"OPS/book.opf":
			'<package><manifest><item id="c" href="img/front.png" media-type="image/png" properties="cover-image"/></manifest></package>',
		"OPS/img/front.png": photo("c.png", 400, 600).buffer,
		"OPS/one.xhtml": prose(60).join("\n"),
	}),
	packed("cover-page.epub", {
		mimetype: "application/epub+zip",
		"META-INF/container.xml":
			'<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
		"OPS/book.opf": Buffer.from(
			'\ufeff<package><manifest><item id="t" href="text/title.xhtml"/><item id="c" href="text/one.xhtml"/></manifest><spine><itemref idref="t"/><itemref idref="c"/></spine></package>',
			"utf16le",
		),
		"OPS/text/title.xhtml":
			'<html><body><svg viewBox="0 0 300 450"><image xlink:href="../front.png"/></svg></body></html>',
		"OPS/front.png": photo("c.png", 300, 450).buffer,
		"OPS/text/one.xhtml": `<html><body>${paragraphs("<p>", "</p>")}</body></html>`,
	}),
	packed("poems.epub", {
		mimetype: "application/epub+zip",
		"META-INF/container.xml":
			'<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
		"book.opf":
			'<package><manifest><item id="c" href="one.xhtml"/></manifest><spine><itemref idref="c"/></spine></package>',
		"one.xhtml": `<html><body>${paragraphs("<p>", "</p>")}</body></html>`,
	}),
	file("memo.rtf", `{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}${paragraphs("\\f0 ", "\\par ")}}`),
];

const texts = (): SampleFile[] => [
	file("poem.txt", prose(80).join("\n")),
	file("readme.md", `# Title\n\n${prose(80).join("\n\n")}`),
	file("table.csv", prose(80).join(",\n")),
	file(
		"exposure-tool.ts",
		prose(80)
			.map((line, at) => `const line${at} = "${line}";`)
			.join("\n"),
	),
	file(
		"page.html",
		`<!doctype html>\n${prose(80)
			.map((line) => `<p>${line}</p>`)
			.join("\n")}`,
	),
	file("look.cube", `TITLE "warm"\nLUT_3D_SIZE 2\n${prose(40).join("\n")}`),
];

/** One file of each of many kinds. */
export function documentSamples(): SampleFile[] {
	return [book("book.pdf", 3), book("long.pdf", 30), book("logo.ai", 1), ...office()];
}

export function drawnSamples(): SampleFile[] {
	const font =
		"node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2";
	const fonts = [
		file("letters.woff2", readFileSync(font)),
		textFont("Bold"),
		iconFont("icons.ttf"),
	];
	return [...texts(), ...fonts, ...modelSamples()];
}

export function textFont(style: "Regular" | "Bold" | "BoldItalic"): SampleFile {
	const name = `LiberationSans-${style}.ttf`;
	return file(name, readFileSync(`node_modules/pdfjs-dist/standard_fonts/${name}`));
}

/** The same square for the first codes of the private use area, and nothing else. */
export function iconFont(name: string): SampleFile {
	const u16 = (...values: number[]) => values.flatMap((value) => [(value >> 8) & 255, value & 255]);
	const u32 = (...values: number[]) => values.flatMap((value) => u16(value >>> 16, value));
	const zeros = (count: number) => new Array<number>(count).fill(0);
	const square = [...u16(1, 0, 0, 1000, 1000, 3, 0), 1, 1, 1, 1];
	const corners = [...u16(0, 0, 1000, 0), ...u16(0, 1000, 0, -1000)];
	const tables: [string, number[]][] = [
		[
			"OS/2",
			[
				...u16(0, 500, 400, 5),
				...zeros(50),
				...u32(0x20202020),
				...u16(64, 0xe000, 0xe0ff),
				...u16(800, -200, 0, 800, 200),
			],
		],
		["cmap", [...u16(0, 1, 3, 10), ...u32(12), ...u16(13, 0), ...u32(28, 0, 1, 0xe000, 0xe0ff, 1)]],
		["glyf", [...square, ...corners, 0, 0]],
		[
			"head",
			[
				...u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
				...u16(0, 1000),
				...zeros(16),
				...u16(0, 0, 1000, 1000, 0, 8, 2, 0, 0),
			],
		],
		["hhea", [...u32(0x10000), ...u16(1000, -200, 0, 1000), ...zeros(22), ...u16(2)]],
		["hmtx", u16(0, 0, 1000, 0)],
		["loca", u16(0, 0, 18)],
		["maxp", [...u32(0x10000), ...u16(2, 4, 1, 0, 0, 1), ...zeros(16)]],
		["name", u16(0, 0, 6)],
		["post", [...u32(0x30000), ...zeros(28)]],
	];
	const padded = tables.map(([tag, bytes]) => ({
		tag,
		bytes,
		all: [...bytes, ...zeros(-bytes.length & 3)],
	}));
	let at = 12 + 16 * tables.length;
	const directory = padded.flatMap(({ tag, bytes, all }) => {
		const entry = [...Buffer.from(tag), ...u32(0, at, bytes.length)];
		at += all.length;
		return entry;
	});
	const head = [...u32(0x10000), ...u16(tables.length, 128, 3, 32)];
	return file(name, Uint8Array.from([...head, ...directory, ...padded.flatMap(({ all }) => all)]));
}

export function archiveSamples(): SampleFile[] {
	const long = `${"a long folder/".repeat(9)}song.txt`;
	return [
		packed("pack.zip", { [long]: prose(50).join("\n"), "b.txt": prose(9).join("\n") }),
		packed("beat.logicx", { "Alternatives/000/ProjectData": prose(20).join("\n") }, 6),
		tar("all.tar", { [`${"x".repeat(95)}.txt`]: prose(50).join("\n"), "b.txt": "short" }),
	];
}

function tar(name: string, entries: Readonly<Record<string, string>>): SampleFile {
	const parts = Object.entries(entries).flatMap(([path, content]) => {
		const header = Buffer.alloc(512);
		header.write(path, 0);
		header.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
		header.write("0", 156);
		header.write("ustar\x0000", 257);
		header.fill(32, 148, 156);
		const sum = header.reduce((all, byte) => all + byte, 0);
		header.write(`${sum.toString(8).padStart(6, "0")}\0`, 148);
		const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
		body.write(content);
		return [header, body];
	});
	return file(name, Buffer.concat([...parts, Buffer.alloc(1024)]));
}
