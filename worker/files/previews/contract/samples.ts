import type { PreviewPolicy } from "../../../catalogue/shares/contract/share-fields.ts";
import type { RenditionKind } from "../../../catalogue/shares/contract/shares.ts";
import type { PreviewMaker } from "../../contract/file-type.ts";
import { FILE_TYPES } from "../../contract/file-types.ts";

const PICTURE_MAKERS = new Set<PreviewMaker>(["raster", "vector", "heif", "tiff", "psd", "raw"]);
/** Shown as pictures, which can be sharp before payment. */
export const PICTURE_TYPES: readonly string[] = FILE_TYPES.flatMap(({ preview, mimeType }) =>
	preview && PICTURE_MAKERS.has(preview) ? [mimeType] : [],
);

/** How a share shows its pictures before payment. */
export type ShownPictures<Id = string> = {
	images: PreviewPolicy["images"];
	/** the files that are shown sharp */
	samples: readonly Id[];
	/** with their creator's name across them */
	samplesMarked: boolean;
};

/** True if a sharp picture of this kind may be seen before payment; twin of `showsSharpKind`. */
export function showsSharp<Id>(
	kind: "sample" | "watermarked",
	file: Id,
	{ images, samples, samplesMarked }: ShownPictures<Id>,
): boolean {
	const isSample = samples.includes(file);
	return kind === "sample" ? isSample && !samplesMarked : isSample || images === "watermark";
}

/** True if a file whose best preview is of this kind is sharp among blurred ones. */
export const isShownAsSample = <Id>(
	kind: RenditionKind,
	file: Id,
	{ images, samples }: ShownPictures<Id>,
): boolean =>
	kind === "sample" || (kind === "watermarked" && images === "blur" && samples.includes(file));

/** With fewer pictures, a sharp one would give away too much of the product. */
const LEAST_PICTURES = 4;

type Candidate = { mimeType: string; size: number; noPreview?: boolean };

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
