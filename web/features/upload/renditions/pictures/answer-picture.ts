import { imageRenditions, thumbnail } from "./image-renditions.ts";
import type { PictureRequest, PictureResponse } from "./picture-request.ts";

/** In a web worker: decodes a picture and returns what was asked for. Throws for a damaged one. */
export async function answerPicture(
	{ file, result }: PictureRequest,
	decode: (file: Blob) => Promise<ImageBitmap>,
): Promise<PictureResponse> {
	const image = await decode(file);
	if (result === "thumbnail") return { thumbnail: await thumbnail(image) };
	return { renditions: await imageRenditions(image, result.renditions.mark) };
}
