import { drawPicture } from "../embedded-picture.ts";
import { wholeFile } from "../pictures/picture-limits.ts";
import type { Rendition } from "../rendition.ts";
import { drawText } from "./draw-text.ts";
import { hideUnreadable, SHORT_PAGES } from "./frosted.ts";
import { isBlank, type PageContext, pageRendition } from "./page-canvas.ts";
import { decodedText } from "./text-lines.ts";
import { markupLines, unescaped } from "./xml-text.ts";
import { entryNames, zipEntry } from "./zip-entry.ts";

/** Thumbnails of office suites and design programs, best first. */
const THUMBNAILS = [
	/^preview\.jpg$/i,
	/^quicklook\/(?:preview|thumbnail)\.(?:jpe?g|png)$/i,
	/^previews\/preview\.png$/i,
	/^(?:preview|thumb(?:nail)?)\.(?:png|jpe?g)$/i,
	/^docprops\/thumbnail\.(?:jpe?g|png)$/i,
	/^thumbnails\/thumbnail\.png$/i,
	/^(?:metadata|auxiliaries|3d)\/[^/]*(?:thumbnail|plate_1)[^/]*\.png$/i,
	/^preview-(?:web|micro)\.jpg$/i,
];
const PICTURE_BYTES = 16 * 1024 * 1024;
const XML_BYTES = 64 * 1024 * 1024;
const TEXT_BYTES = 512 * 1024;
/** Pixels; a larger thumbnail shows details, and is marked. */
const MARKED_EDGE = 512;

export type Package = {
	zip: Uint8Array;
	names: readonly string[];
};

/** Throws if it isn't a ZIP, or is too large. */
export async function openPackage(file: Blob): Promise<Package> {
	const zip = new Uint8Array(await wholeFile(file));
	return { zip, names: entryNames(zip) };
}

export function packageText({ zip }: Package, name: string): string {
	const bytes = zipEntry(zip, name, XML_BYTES);
	return bytes ? decodedText(bytes.subarray(0, TEXT_BYTES), bytes.length > TEXT_BYTES) : "";
}

export async function packagePicture({ zip }: Package, name: string): Promise<PageContext | null> {
	const bytes = zipEntry(zip, name, PICTURE_BYTES);
	return bytes && (await drawPicture(new Uint8Array(bytes)).catch(() => null));
}

/** Shows a document's thumbnail, of a short document only the readable part, or else its first lines. */
export async function packagePage(file: Blob, mark: string): Promise<Rendition[]> {
	const opened = await openPackage(file);
	const pages = pagesOf(opened);
	for (const name of thumbnailsOf(opened.names)) {
		const context = await packagePicture(opened, name);
		if (!context || isBlank(context)) continue;
		if ((pages ?? 1) <= SHORT_PAGES) hideUnreadable([context]);
		const isSharp = Math.max(context.canvas.width, context.canvas.height) > MARKED_EDGE;
		return [await pageRendition(context, { mark: isSharp ? mark : null, pages })];
	}
	const lines = linesOf(opened);
	if (lines.length === 0) return [];
	return [await pageRendition(drawText(lines, "prose"), { mark, pages })];
}

/** Best first. */
export const thumbnailsOf = (names: readonly string[]): ReadonlySet<string> =>
	new Set(THUMBNAILS.flatMap((pattern) => names.find((name) => pattern.test(name)) ?? []));

function pagesOf(opened: Package): number | undefined {
	const office = /<(?:Pages|Slides)>(\d{1,6})</.exec(packageText(opened, "docProps/app.xml"));
	const open = /meta:page-count="(\d{1,6})"/.exec(packageText(opened, "meta.xml"));
	const pages = Number((office ?? open)?.[1] ?? 0);
	return pages > 0 && pages <= 100_000 ? pages : undefined;
}

function linesOf(opened: Package): string[] {
	if (opened.names.includes("word/document.xml"))
		return markupLines(
			packageText(opened, "word/document.xml"),
			{ "/w:p": "\n", "w:tab": "\t", "w:br": "\n" },
			"w:t",
		);
	if (opened.names.includes("ppt/presentation.xml"))
		return markupLines(
			packageText(opened, "ppt/slides/slide1.xml"),
			{ "/a:p": "\n", "a:br": "\n" },
			"a:t",
		);
	if (opened.names.includes("xl/workbook.xml")) return sheetLines(opened);
	const body = /<office:body>.*/s.exec(packageText(opened, "content.xml"))?.[0] ?? "";
	const isSheet = body.includes("<office:spreadsheet");
	return markupLines(
		body,
		isSheet
			? { "/table:table-cell": "\t", "/table:table-row": "\n" }
			: { "/text:p": "\n", "/text:h": "\n", "text:tab": "\t", "text:s": " " },
	);
}

/** The rows of the first sheet; most of its texts are in a table of their own. */
function sheetLines(opened: Package): string[] {
	const shared = packageText(opened, "xl/sharedStrings.xml")
		.split(/<\/si>/)
		.map((item) => markupLines(item, {}, "t").join(" "));
	const sheet = packageText(opened, "xl/worksheets/sheet1.xml");
	const rows = sheet.matchAll(/<row\b[^>]*>(.*?)<\/row>/gs);
	return [...rows].map(([, row = ""]) =>
		[...row.matchAll(/<c\b([^>]*)>(.*?)<\/c>/gs)]
			.map(([, tag = "", cell = ""]) => {
				const value = unescaped(/<(?:v|t)\b[^>]*>([^<]*)</.exec(cell)?.[1] ?? "");
				return /\bt="s"/.test(tag) ? (shared[Number(value)] ?? "") : value;
			})
			.join("\t"),
	);
}
