import { describe, expect, it } from "vitest";
import { chaptersOf } from "./epub-page.ts";
import { thumbnailsOf } from "./package-page.ts";
import { rtfLines } from "./rtf-text.ts";
import { textLines } from "./text-lines.ts";
import { attribute, markupLines, unescaped } from "./xml-text.ts";

describe("rtfLines", () => {
	const linesOf = (source: string) => rtfLines(new Blob([source]));

	it("returns the text without its formatting", async () => {
		const source =
			"{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}{\\*\\generator x;}{\\info{\\author Ada}}\\f0 Dear \\b Grace\\b0 ,\\par I\\'92m \\u8364? 5\\line{\\i done}\\par}";
		expect(await linesOf(source)).toEqual(["Dear Grace,", "I’m € 5", "done"]);
	});

	it.each([
		["deep groups", `{\\rtf1${"{".repeat(100_000)}`],
		["closed too often", `{\\rtf1}${"}".repeat(100_000)}`],
		["only words", "\\a".repeat(100_000)],
	])("survives %s", async (_name, source) => {
		expect(await linesOf(source)).toEqual([]);
	});
});

describe("textLines", () => {
	it.each([
		["UTF-8", new TextEncoder().encode("\n\nGrüße\r\nan alle"), ["Grüße", "an alle"]],
		["UTF-16", Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0a, 0, 0x62, 0), ["a", "b"]],
		["Windows-1252", Uint8Array.of(0x47, 0x72, 0xfc, 0xdf), ["Grüß"]],
		["nothing", new Uint8Array(0), []],
		["a film", Uint8Array.of(0x47, 0, 0x0a, 0x47), []],
	])("reads %s", async (_name, bytes, lines) => {
		expect(await textLines(new Blob([bytes]))).toEqual(lines);
	});
});

describe("chaptersOf", () => {
	it("returns texts in reading order, not in the list's", () => {
		const book =
			'<manifest><item id="b" href="two.xhtml"/><item id="a" href="one.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="x"/><itemref idref="b"/></spine>';
		expect(chaptersOf(book)).toEqual(["one.xhtml", "two.xhtml"]);
	});
});

describe("thumbnailsOf", () => {
	it.each([
		["Office", "docProps/thumbnail.png"],
		["OpenDocument", "Thumbnails/thumbnail.png"],
		["Pages", "preview.jpg"],
		["Sketch", "previews/preview.png"],
		["Procreate", "QuickLook/Thumbnail.png"],
		["Premiere", "thumb.png"],
	])("finds that of %s", (_program, name) => {
		expect([...thumbnailsOf(["content.xml", `other/${name}`, name])]).toEqual([name]);
	});

	it("returns thumbnails best first", () => {
		const names = ["Thumbnails/thumbnail.png", "preview.jpg"];
		expect([...thumbnailsOf(names)]).toEqual(names.toReversed());
	});
});

describe("markupLines", () => {
	it("returns the text of the named element in lines", () => {
		const xml =
			'<w:p><w:instrText>PAGE</w:instrText><w:t>A &amp; </w:t><w:t xml:space="preserve">B&#x20AC;</w:t></w:p><w:p/><w:p><w:t>C</w:t></w:p>';
		expect(markupLines(xml, { "/w:p": "\n" }, "w:t")).toEqual(["A & B€", "C"]);
	});

	it("survives markup that ends nowhere", () => {
		expect(markupLines("<".repeat(100_000), {})).toEqual([]);
		expect(unescaped("&#x110000; &#99999999; &unknown;")).toBe("&#x110000; &#99999999; &unknown;");
	});

	it("reads attributes in either kind of quotes", () => {
		const tag = "<item id='a' href=\"b&amp;c\"/>";
		expect([attribute(tag, "id"), attribute(tag, "href"), attribute(tag, "x")]).toEqual([
			"a",
			"b&c",
			undefined,
		]);
	});
});
