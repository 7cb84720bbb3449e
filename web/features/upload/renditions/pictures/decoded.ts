import type { Reduced } from "./reduced.ts";
import { turned } from "./turned.ts";

type Size = { width: number; height: number };

/** A decoded picture, or one that was made smaller meanwhile, with the pixels of its original. */
export type Decoded = ImageBitmap | { image: ImageBitmap; original: Size };

/** Returns what was made smaller while it was decoded, as a picture. */
export async function decoded({ data, width, height }: Reduced, original: Size): Promise<Decoded> {
	return {
		image: await createImageBitmap(new ImageData(data, width, height)),
		original: { width: original.width, height: original.height },
	};
}

/** Returns a picture upright, by its EXIF orientation; the given bitmap is closed. */
export function turnedDecoded(picture: Decoded, orientation: number): Decoded {
	if (!("image" in picture)) return turned(picture, orientation);
	const { width, height } = picture.original;
	const isSideways = orientation >= 5 && orientation <= 8;
	return {
		image: turned(picture.image, orientation),
		original: isSideways ? { width: height, height: width } : { width, height },
	};
}
