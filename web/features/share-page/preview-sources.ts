import type { FilePreview } from "../../../worker/contract/catalogue/shares.ts";
import {
	DISPLAY_EDGE,
	PREVIEW_WIDTHS,
	SAMPLE_EDGE,
	WATERMARKED_EDGE,
	watermarkedEdge,
} from "../../../worker/contract/files/preview-sizes.ts";

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

export function srcSetOf(preview: Sized, src: string, whole = src): string {
	const full = fullWidth(preview);
	const smaller = PREVIEW_WIDTHS.filter((width) => width < full);
	return [...smaller.map((width) => `${src}?width=${width} ${width}w`), `${whole} ${full}w`].join(
		", ",
	);
}
