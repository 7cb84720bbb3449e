import type { PreviewMaker } from "../../../worker/contract/files/file-type.ts";
import type { Rendition } from "../rendition.ts";

const PICTURE_MAKERS = ["raster", "heif", "tiff", "psd", "raw"] as const satisfies PreviewMaker[];
export type PictureMaker = (typeof PICTURE_MAKERS)[number];

export function isPictureMaker(maker: PreviewMaker | undefined): maker is PictureMaker {
	return PICTURE_MAKERS.some((one) => one === maker);
}

/** The usual renditions, or the sharp copy for buyers. */
export type Wanted = { mark: string } | { sample: true };
export type PictureRequest = { file: Blob; maker: PictureMaker; wanted: Wanted };

export type PreparedPicture = {
	/** for the creator's own list of files */
	thumbnail: Blob | null;
	/** the tiny raster and the watermarked one, or a sample */
	renditions: Rendition[];
};
