import type { Rendition } from "../rendition.ts";
import { openPackage, packagePicture, packageText } from "./package-page.ts";
import { pageRendition } from "./page-canvas.ts";
import { attribute } from "./xml-text.ts";

type Item = { id: string; href: string; properties: string; mediaType: string };

/** Returns the cover of an e-book; nothing without one. Shops show covers, so it has no mark. */
export async function epubPage(file: Blob): Promise<Rendition[]> {
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
	return [];
}

/** The addresses of what may be the cover, most certain first: EPUB 3, EPUB 2, a name that says so. */
function coversOf(book: string): string[] {
	const items = [...book.matchAll(/<(?:opf:)?item\b[^>]*>/g)].map(([tag]): Item => {
		const of = (name: string) => attribute(tag, name) ?? "";
		return {
			...{ id: of("id"), href: of("href"), properties: of("properties") },
			mediaType: of("media-type"),
		};
	});
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
