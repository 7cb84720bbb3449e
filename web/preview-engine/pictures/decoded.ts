import type { Reduced } from "./colours.ts";

type Size = { width: number; height: number };

/** `original`: the size before the picture was reduced while being decoded. */
export type Decoded = ImageBitmap | { image: ImageBitmap; original: Size };

export async function decoded({ data, width, height }: Reduced, original: Size): Promise<Decoded> {
	return {
		image: await createImageBitmap(new ImageData(data, width, height)),
		original: { width: original.width, height: original.height },
	};
}

/** Turns a picture upright by its EXIF orientation, and closes the given bitmap. */
export function turnedDecoded(picture: Decoded, orientation: number): Decoded {
	if (!("image" in picture)) return turned(picture, orientation);
	const { width, height } = picture.original;
	const isSideways = orientation >= 5 && orientation <= 8;
	return {
		image: turned(picture.image, orientation),
		original: isSideways ? { width: height, height: width } : { width, height },
	};
}

function turned(image: ImageBitmap, orientation: number): ImageBitmap {
	if (orientation < 2 || orientation > 8) return image;
	const { width, height } = image;
	const isSideways = orientation >= 5;
	const canvas = new OffscreenCanvas(isSideways ? height : width, isSideways ? width : height);
	const context = canvas.getContext("2d");
	if (!context) return image;
	const matrices: Record<number, [number, number, number, number, number, number]> = {
		2: [-1, 0, 0, 1, width, 0],
		3: [-1, 0, 0, -1, width, height],
		4: [1, 0, 0, -1, 0, height],
		5: [0, 1, 1, 0, 0, 0],
		6: [0, 1, -1, 0, height, 0],
		7: [0, -1, -1, 0, height, width],
		8: [0, -1, 1, 0, 0, width],
	};
	const matrix = matrices[orientation];
	if (matrix) context.setTransform(...matrix);
	context.drawImage(image, 0, 0);
	image.close();
	return canvas.transferToImageBitmap();
}
