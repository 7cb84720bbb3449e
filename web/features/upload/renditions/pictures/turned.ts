/** Returns a picture upright, by its EXIF orientation (1 to 8); the given bitmap is closed. */
export function turned(image: ImageBitmap, orientation: number): ImageBitmap {
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
