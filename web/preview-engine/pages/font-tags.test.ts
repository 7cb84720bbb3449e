import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fontTags } from "./font-tags.ts";

const font = (name: string) => new Uint8Array(readFileSync(`node_modules/${name}`)).buffer;
const liberation = (style: string) => font(`pdfjs-dist/standard_fonts/LiberationSans-${style}.ttf`);

const tagsOf = async (bytes: ArrayBuffer): Promise<unknown> => {
	const tags = fontTags(bytes);
	return tags && JSON.parse(await tags.body.text());
};

it.each([
	[
		"the names and the weight of a font",
		liberation("BoldItalic"),
		{ family: "Liberation Sans", style: "Bold Italic", weight: 700 },
	],
	[
		"nothing of WOFF 2",
		font("@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2"),
		null,
	],
	["nothing of a font that ends early", liberation("Bold").slice(0, 200), null],
	["nothing of an empty file", new ArrayBuffer(0), null],
])("reads %s", async (_, bytes, tags) => {
	expect(await tagsOf(bytes)).toEqual(tags);
});
