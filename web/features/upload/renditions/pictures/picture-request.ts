import type { PreviewMaker } from "../../../../../worker/contract/file-types.ts";
import type { Rendition } from "../rendition.ts";

/** What makes the previews of pictures that a web worker decodes. */
const PICTURE_MAKERS = ["raster", "heif", "tiff", "psd", "raw"] as const satisfies PreviewMaker[];
export type PictureMaker = (typeof PICTURE_MAKERS)[number];

/** Returns true for what a web worker decodes as a picture. */
export function isPictureMaker(maker: PreviewMaker | undefined): maker is PictureMaker {
	return PICTURE_MAKERS.some((one) => one === maker);
}

export type PictureRequest = {
	file: Blob;
	maker: PictureMaker;
	/** `null` makes the tiny raster alone, a creator's name the watermarked copy too */
	result: { renditions: { mark: string | null } } | "thumbnail";
};
export type PictureResponse = { renditions: Rendition[] } | { thumbnail: Blob | null };
