/** Edges in pixels, sizes in bytes. Separate because the share page needs them, which loads no schemas. */

/** Except of panoramas. */
export const WATERMARKED_EDGE = 1024;
const PANORAMA_EDGE = 4096;

/**
 * Returns the longest edge of a picture's watermarked preview. A panorama gets as many pixels as a picture twice
 * as long as wide, or nothing would be visible.
 */
export function watermarkedEdge(width: number, height: number): number {
	const slope = Math.max(width, height) / Math.min(width, height);
	const longest = Math.max(width, height);
	if (!(slope > 2)) return Math.min(longest, WATERMARKED_EDGE);
	return Math.min(longest, PANORAMA_EDGE, Math.round(WATERMARKED_EDGE * Math.sqrt(slope / 2)));
}
export const POSTER_EDGE = 960;
export const POSTER_BYTES = 256 * 1024;

/** A picture that is shown sharp before payment. */
export const SAMPLE_EDGE = 1600;

/** The longest edge of the picture that those who may download see. */
export const DISPLAY_EDGE = 2048;

/** Small originals that browsers show need no such copy, nor do GIFs, which may move. */
export const SMALL_ORIGINAL = 256 * 1024;
const SHOWN_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif"];

export const needsDisplay = ({ mimeType, size }: { mimeType: string; size: number }): boolean =>
	mimeType !== "image/gif" && (size > SMALL_ORIGINAL || !SHOWN_TYPES.includes(mimeType));

/** In bytes; the drawn page of a shorter text would give all of it away. */
export const LEAST_DRAWN_TEXT = 2048;

/** The widths in which a sharp preview is served besides its full size. */
export const PREVIEW_WIDTHS = [256, 384, 640, 1024] as const;

export const MAX_LISTING_ENTRIES = 1000;

/** A font's letters: their size, and the width and the longest edge of their picture, in pixels. */
export const GLYPH_SHEET = { em: 64, width: 1024, edge: 2048 } as const;
