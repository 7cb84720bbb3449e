import type { Rendition } from "../rendition.ts";
import { drawText } from "./draw-text.ts";
import { openPackage, packagePicture, packageText } from "./package-page.ts";
import { pageRendition } from "./page-canvas.ts";
import { attribute, markupLines } from "./xml-text.ts";

type Item = { id: string; href: string; properties: string; mediaType: string };

/** How much of a book without a cover is read: chapters, and lines. */
const MAX_CHAPTERS = 20;
const ENOUGH_LINES = 400;
/** Elements that begin a line of their own. */
const LINES = Object.fromEntries(
	["p", "div", "li", "br", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "blockquote"].flatMap(
		(name) => [
			[name, "\n"],
			[`/${name}`, "\n"],
		],
	),
);

/**
 * Returns the cover of an e-book, which has no mark since shops show covers, or else its first lines;
 * nothing without both.
 */
export async function epubPage(file: Blob, mark: string): Promise<Rendition[]> {
	const opened = await openPackage(file);
	if (!opened) return [];
	const container = await packageText(opened, "META-INF/container.xml");
	const path = attribute(/<rootfile\b[^>]*>/.exec(container)?.[0] ?? "", "full-path") ?? "";
	const book = await packageText(opened, path);
	const folder = path.slice(0, path.lastIndexOf("/") + 1);
	for (const href of coversOf(book)) {
		const context = await packagePicture(opened, joined(folder, href));
		if (context) return [await pageRendition(context, { mark: null })];
	}
	const lines: string[] = [];
	for (const href of chaptersOf(book)) {
		const chapter = await packageText(opened, joined(folder, href));
		lines.push(...markupLines(/<body\b.*/s.exec(chapter)?.[0] ?? "", LINES));
		if (lines.length > ENOUGH_LINES) break;
	}
	return lines.length > 0 ? [await pageRendition(drawText(lines, "prose"), { mark })] : [];
}

function itemsOf(book: string): Item[] {
	return [...book.matchAll(/<(?:opf:)?item\b[^>]*>/g)].map(([tag]) => {
		const of = (name: string) => attribute(tag, name) ?? "";
		return {
			id: of("id"),
			href: of("href"),
			properties: of("properties"),
			mediaType: of("media-type"),
		};
	});
}

/** The addresses of a book's texts in the order in which they are read. */
export function chaptersOf(book: string): string[] {
	const byId = new Map(itemsOf(book).map(({ id, href }) => [id, href]));
	return [...book.matchAll(/<(?:opf:)?itemref\b[^>]*>/g)]
		.flatMap(([tag]) => byId.get(attribute(tag, "idref") ?? "") ?? [])
		.slice(0, MAX_CHAPTERS);
}

/** The addresses of what may be the cover, most certain first: EPUB 3, EPUB 2, a name that says so. */
function coversOf(book: string): string[] {
	const items = itemsOf(book);
	const named = [...book.matchAll(/<(?:opf:)?meta\b[^>]*>/g)]
		.map(([tag]) => (attribute(tag, "name") === "cover" ? attribute(tag, "content") : undefined))
		.find((id) => id !== undefined);
	const pictures = items.filter(({ mediaType }) => mediaType.startsWith("image/"));
	return [
		...pictures.filter(({ properties }) => properties.split(" ").includes("cover-image")),
		...pictures.filter(({ id }) => id === named),
		...pictures.filter(({ id, href }) => /cover/i.test(`${id} ${href}`)),
	]
		.slice(0, 8)
		.map(({ href }) => href);
}

/** The entry that a relative address leads to. */
function joined(folder: string, href: string): string {
	try {
		const base = new URL(folder, "http://book/");
		return decodeURIComponent(new URL(href, base).pathname.slice(1));
	} catch {
		return "";
	}
}
