/** Sizes that the share page needs too, which loads no schemas. */

/** The longest edge of a watermarked preview in pixels, except of panoramas. */
export const WATERMARKED_EDGE = 1024;
/** The longest of a panorama's. */
const PANORAMA_EDGE = 4096;

/**
 * Returns the longest edge in pixels of the watermarked preview of a picture of this size. One more than
 * twice as long as wide has as many pixels as one twice as long, or nothing could be seen of it.
 */
export function watermarkedEdge(width: number, height: number): number {
	const slope = Math.max(width, height) / Math.min(width, height);
	const longest = Math.max(width, height);
	if (!(slope > 2)) return Math.min(longest, WATERMARKED_EDGE);
	return Math.min(longest, PANORAMA_EDGE, Math.round(WATERMARKED_EDGE * Math.sqrt(slope / 2)));
}
/** The longest edge of a film's poster in pixels, and its size in bytes at most. */
export const POSTER_EDGE = 960;
export const POSTER_BYTES = 256 * 1024;

/** The longest edge of a sample in pixels: a picture that is shown sharp before payment. */
export const SAMPLE_EDGE = 1600;

/** The widths in pixels in which a sharp preview is served beside its full size. */
export const PREVIEW_WIDTHS = [256, 384, 640, 1024] as const;

/** The maximum number of entries in a listing of an archive. */
export const MAX_LISTING_ENTRIES = 1000;
