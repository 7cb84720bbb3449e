import type { FilePreview } from "../../../worker/contract/catalogue/shares.ts";
import {
	PREVIEW_WIDTHS,
	WATERMARKED_EDGE,
	watermarkedEdge,
} from "../../../worker/contract/files/preview-sizes.ts";

/** The width in pixels of a preview's full size: its longest edge is bounded. */
function fullWidth({ width, height }: Pick<FilePreview, "width" | "height">): number {
	if (!width || !height) return WATERMARKED_EDGE;
	return Math.round(width * Math.min(1, watermarkedEdge(width, height) / Math.max(width, height)));
}

/** The sizes in which a sharp preview is served, for `srcset`. */
export function srcSetOf(preview: Pick<FilePreview, "width" | "height">, src: string): string {
	const full = fullWidth(preview);
	const smaller = PREVIEW_WIDTHS.filter((width) => width < full);
	return [...smaller.map((width) => `${src}?width=${width} ${width}w`), `${src} ${full}w`].join(
		", ",
	);
}
