import type { FilePreview } from "../../../worker/catalogue/shares/contract/shares.ts";
import {
	DISPLAY_EDGE,
	PREVIEW_WIDTHS,
	SAMPLE_EDGE,
	WATERMARKED_EDGE,
	watermarkedEdge,
} from "../../../worker/files/previews/contract/preview-sizes.ts";

/** Classes of a picture in its tile. */
export const FILLS = "absolute inset-0 size-full object-cover";

type Sized = Pick<FilePreview, "kind" | "width" | "height">;

function fullWidth({ kind, width, height }: Sized): number {
	if (!width || !height) return WATERMARKED_EDGE;
	const edge =
		kind === "display"
			? DISPLAY_EDGE
			: kind === "sample"
				? SAMPLE_EDGE
				: watermarkedEdge(width, height);
	return Math.round(width * Math.min(1, edge / Math.max(width, height)));
}

/** A draft's previews are in this browser, and have one size. */
export const atWidth = (src: string, width: number) =>
	src.startsWith("blob:") ? src : `${src}?width=${width}`;

export function srcSetOf(preview: Sized, src: string, whole = src): string {
	const full = fullWidth(preview);
	const smaller = PREVIEW_WIDTHS.filter((width) => width < full);
	return [...smaller.map((width) => `${atWidth(src, width)} ${width}w`), `${whole} ${full}w`].join(
		", ",
	);
}
