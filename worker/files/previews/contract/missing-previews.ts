import type { FileShare, ShareFile } from "../../../catalogue/shares/contract/shares.ts";
import { typeOf } from "../../contract/detect-type.ts";
import type { PreviewMaker } from "../../contract/file-type.ts";
import { LEAST_DRAWN_TEXT } from "./preview-sizes.ts";

/** Twin of `mainKind` in the Worker's `missing-previews.ts`. */
export const hasPreview = (maker: PreviewMaker | undefined, size: number): maker is PreviewMaker =>
	maker !== undefined && size > 0 && !(maker === "text" && size < LEAST_DRAWN_TEXT);

/** Counts a page's files without the preview that they should have and a browser can make. */
export function missingPreviews({
	fileShare: { images },
	files,
}: {
	fileShare: Pick<FileShare, "images">;
	files: readonly Pick<ShareFile, "originalName" | "size" | "preview" | "noPreview">[];
}): number {
	if (images === "none") return 0;
	return files.filter(({ originalName, size, preview, noPreview }) => {
		// The server makes blurred pictures, a browser those with the creator's name.
		const isLess = preview === null || (images === "watermark" && preview.kind === "image");
		return isLess && !noPreview && hasPreview(typeOf(originalName)?.preview, size);
	}).length;
}
