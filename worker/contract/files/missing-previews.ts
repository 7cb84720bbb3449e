import type { FileShare, ShareFile } from "../catalogue/shares.ts";
import { typeOf } from "./detect-type.ts";

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
		return isLess && !noPreview && size > 0 && typeOf(originalName)?.preview !== undefined;
	}).length;
}
