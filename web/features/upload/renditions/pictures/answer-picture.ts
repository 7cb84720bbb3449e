import type { Decoded } from "./decoded.ts";
import { imageRenditions, sampleRenditions, shrunkPicture, thumbnail } from "./image-renditions.ts";
import type { PictureRequest, PreparedPicture } from "./picture-request.ts";

/** In a web worker: decodes a picture and makes everything of it. Throws for a damaged one. */
export async function answerPicture(
	{ file, wanted }: PictureRequest,
	decode: (file: Blob) => Promise<Decoded>,
): Promise<PreparedPicture> {
	const decoded = await decode(file);
	if ("sample" in wanted) return { renditions: await sampleRenditions(decoded), thumbnail: null };
	const picture = await shrunkPicture(decoded);
	try {
		return {
			renditions: await imageRenditions(picture, wanted.mark),
			thumbnail: await thumbnail(picture.image),
		};
	} finally {
		picture.image.close();
	}
}
