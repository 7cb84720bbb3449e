import type { PreviewMaker } from "../../../../../worker/contract/files/file-type.ts";
import type { Rendition } from "../rendition.ts";

/** What makes the previews of pictures that a web worker decodes. */
const PICTURE_MAKERS = ["raster", "heif", "tiff", "psd", "raw"] as const satisfies PreviewMaker[];
export type PictureMaker = (typeof PICTURE_MAKERS)[number];

/** Returns true for what a web worker decodes as a picture. */
export function isPictureMaker(maker: PreviewMaker | undefined): maker is PictureMaker {
	return PICTURE_MAKERS.some((one) => one === maker);
}

/** What is to be made of a picture: the usual, or the copy that buyers may see sharp. */
export type Wanted = { mark: string } | { sample: true };
export type PictureRequest = { file: Blob; maker: PictureMaker; wanted: Wanted };

/** Everything that is made of a picture, since decoding it takes longer than the rest. */
export type PreparedPicture = {
	/** for the creator's own list of files */
	thumbnail: Blob | null;
	/** the tiny raster, and the one with the creator's name over it; or a sample */
	renditions: Rendition[];
};
