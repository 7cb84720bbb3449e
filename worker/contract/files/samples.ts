import type { PreviewPolicy } from "../catalogue/share-fields.ts";
import type { PreviewMaker } from "./file-type.ts";
import { FILE_TYPES } from "./file-types.ts";

const PICTURE_MAKERS = new Set<PreviewMaker>(["raster", "vector", "heif", "tiff", "psd", "raw"]);
/** Shown as pictures, which can be sharp before payment. */
export const PICTURE_TYPES: readonly string[] = FILE_TYPES.flatMap(({ preview, mimeType }) =>
	preview && PICTURE_MAKERS.has(preview) ? [mimeType] : [],
);

/** Of fewer pictures, a sharp one would give too much of the product away. */
const LEAST_PICTURES = 4;

type Candidate = { mimeType: string; size: number; noPreview?: boolean | number };

export const canBeSample = ({ mimeType, size, noPreview }: Candidate): boolean =>
	PICTURE_TYPES.includes(mimeType) && size > 0 && !noPreview;

/** Returns the samples of a new share unless its creator chooses others; `files` in the order of its page. */
export function defaultSamples<File extends Candidate>(
	files: readonly File[],
	images: PreviewPolicy["images"] = "blur",
): File[] {
	const pictures = files.filter(canBeSample);
	return images === "blur" && pictures.length >= LEAST_PICTURES ? pictures.slice(0, 1) : [];
}
