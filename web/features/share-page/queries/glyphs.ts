import type { GlyphSheet } from "../../../../worker/files/previews/contract/previews.ts";

/** `source` is the address of a font's letters, or of a draft's the letters themselves. */
export async function fetchGlyphs(source: string): Promise<GlyphSheet> {
	const response = source.startsWith("{") ? new Response(source) : await fetch(source);
	if (!response.ok) throw new Error(`letters: ${response.status}`);
	// Validated by the server; validating here would add Zod to the share page.
	return (await response.json()) as GlyphSheet;
}
