import type { GlyphSheet } from "../../../../worker/files/previews/contract/previews.ts";

/** `source` is the address of a font's letters, or of a draft's the letters themselves. */
export async function fetchGlyphs(source: string): Promise<GlyphSheet> {
	const text = source.startsWith("{") ? source : await (await fetch(source)).text();
	// Validated by the server; validating here would add Zod to the share page.
	return JSON.parse(text) as GlyphSheet;
}
