import type { Rendition } from "../rendition.ts";
import { drawText } from "./draw-text.ts";
import { openPackage, packagePicture, packageText } from "./package-page.ts";
import { pageRendition } from "./page-canvas.ts";
import { attribute, markupLines } from "./xml-text.ts";

type Item = { id: string; href: string; properties: string; mediaType: string };

const MAX_CHAPTERS = 20;
const ENOUGH_LINES = 400;
const LINES = Object.fromEntries(
	["p", "div", "li", "br", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "blockquote"].flatMap(
		(name) => [
			[name, "\n"],
			[`/${name}`, "\n"],
		],
	),
);

/** Shows a book's cover, unmarked as in shops, or else its first lines. */
export async function epubPage(file: Blob, mark: string): Promise<Rendition[]> {
	const opened = await openPackage(file);
	const container = packageText(opened, "META-INF/container.xml");
	const path = attribute(/<rootfile\b[^>]*>/.exec(container)?.[0] ?? "", "full-path") ?? "";
	const book = packageText(opened, path);
	const folder = path.slice(0, path.lastIndexOf("/") + 1);
	const covers = coversOf(book).map((href) => joined(folder, href));
	const lines: string[] = [];
	const coverPage = tagsOf(book, "reference").find((tag) => attribute(tag, "type") === "cover");
	const named = coverPage && attribute(coverPage, "href");
	for (const href of [...(named ? [named] : []), ...chaptersOf(book)]) {
		const path = joined(folder, href);
		const chapter = /<body\b.*/s.exec(packageText(opened, path))?.[0] ?? "";
		const read = markupLines(chapter, LINES);
		// The declared cover page, or a first page without text.
		if (href === named || (lines.length === 0 && read.length === 0))
			for (const tag of tagsOf(chapter, "image|img"))
				covers.push(joined(path, attribute(tag, "(?:src|xlink:href|href)") ?? ""));
		if (href !== named) lines.push(...read);
		if (lines.length > ENOUGH_LINES) break;
	}
	for (const path of covers) {
		const context = await packagePicture(opened, path);
		if (context) return [await pageRendition(context, { mark: null })];
	}
	return lines.length > 0 ? [await pageRendition(drawText(lines, "prose"), { mark })] : [];
}

const tagsOf = (xml: string, name: string) =>
	[...xml.matchAll(new RegExp(`<(?:\\w+:)?(?:${name})\\b[^>]*>`, "g"))].map(([tag]) => tag);

function itemsOf(book: string): Item[] {
	return tagsOf(book, "item").map((tag) => {
		const of = (name: string) => attribute(tag, name) ?? "";
		return {
			id: of("id"),
			href: of("href"),
			properties: of("properties"),
			mediaType: of("media-type"),
		};
	});
}

export function chaptersOf(book: string): string[] {
	const byId = new Map(itemsOf(book).map(({ id, href }) => [id, href]));
	return tagsOf(book, "itemref")
		.flatMap((tag) => byId.get(attribute(tag, "idref") ?? "") ?? [])
		.slice(0, MAX_CHAPTERS);
}

/** Addresses of possible covers: as EPUB 3 and EPUB 2 declare them, then by name. */
function coversOf(book: string): string[] {
	const items = itemsOf(book);
	const named = tagsOf(book, "meta")
		.map((tag) => (attribute(tag, "name") === "cover" ? attribute(tag, "content") : undefined))
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

function joined(from: string, href: string): string {
	try {
		const base = new URL(from, "http://book/");
		return decodeURIComponent(new URL(href, base).pathname.slice(1));
	} catch {
		return "";
	}
}
