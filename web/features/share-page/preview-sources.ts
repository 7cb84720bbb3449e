import type { FilePreview } from "../../../worker/contract/catalogue/shares.ts";
import {
	PREVIEW_WIDTHS,
	SAMPLE_EDGE,
	WATERMARKED_EDGE,
	watermarkedEdge,
} from "../../../worker/contract/files/preview-sizes.ts";

type Sized = Pick<FilePreview, "kind" | "width" | "height">;

function fullWidth({ kind, width, height }: Sized): number {
	if (!width || !height) return WATERMARKED_EDGE;
	const edge = kind === "sample" ? SAMPLE_EDGE : watermarkedEdge(width, height);
	return Math.round(width * Math.min(1, edge / Math.max(width, height)));
}

export function srcSetOf(preview: Sized, src: string): string {
	const full = fullWidth(preview);
	const smaller = PREVIEW_WIDTHS.filter((width) => width < full);
	return [...smaller.map((width) => `${src}?width=${width} ${width}w`), `${src} ${full}w`].join(
		", ",
	);
}
