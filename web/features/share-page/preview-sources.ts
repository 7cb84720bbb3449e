import type { FilePreview, ShareFile } from "../../../worker/contract/catalogue/shares.ts";
import {
	DISPLAY_EDGE,
	PREVIEW_WIDTHS,
	SAMPLE_EDGE,
	WATERMARKED_EDGE,
	watermarkedEdge,
} from "../../../worker/contract/files/preview-sizes.ts";
import { fileLinks } from "../../lib/server/queries/files.ts";

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

type Sources = { src: string; srcset?: string };

/** What fills a picture's tile once it may be downloaded; null if the browser can't show the original either. */
export function boughtSources(file: ShareFile): Sources | null {
	const { display, id, mimeType } = file;
	const original = fileLinks.preview(id);
	if (!display) return isBrowserImage(mimeType) ? { src: original } : null;
	const src = `${original}?width=${DISPLAY_EDGE}`;
	return { src, srcset: srcSetOf({ kind: "display", ...display }, original, src) };
}

/** SVG never, since browsers execute it. */
export function isBrowserImage(mimeType: string): boolean {
	return /^image\/(?:png|jpeg|gif|webp|avif)$/.test(mimeType);
}
