import type { Decoded } from "./decoded.ts";
import { imageRenditions, shrunkPicture, thumbnail } from "./image-renditions.ts";
import type { PictureRequest, PreparedPicture } from "./picture-request.ts";

/** In a web worker: decodes a picture and makes everything of it. Throws for a damaged one. */
export async function answerPicture(
	{ file, mark }: PictureRequest,
	decode: (file: Blob) => Promise<Decoded>,
): Promise<PreparedPicture> {
	const picture = await shrunkPicture(await decode(file));
	try {
		return {
			renditions: await imageRenditions(picture, mark),
			thumbnail: await thumbnail(picture.image),
		};
	} finally {
		picture.image.close();
	}
}
