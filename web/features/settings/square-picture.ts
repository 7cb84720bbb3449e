import { AVATAR_EDGE } from "../../../worker/contract/pages/creator-page.ts";

const QUALITY = 0.9;

/** Returns the middle of a picture, upright and without metadata, on white. @throws Error if it cannot be decoded. */
export async function squarePicture(file: Blob): Promise<Blob> {
	const bitmap = await createImageBitmap(file);
	const edge = Math.min(bitmap.width, bitmap.height);
	const size = Math.min(edge, 2 * AVATAR_EDGE);
	const canvas = document.createElement("canvas");
	canvas.width = size;
	canvas.height = size;
	const context = canvas.getContext("2d");
	if (!context) throw new Error("no canvas");
	context.fillStyle = "#ffffff";
	context.fillRect(0, 0, size, size);
	context.imageSmoothingQuality = "high";
	const left = (bitmap.width - edge) / 2;
	const top = (bitmap.height - edge) / 2;
	context.drawImage(bitmap, left, top, edge, edge, 0, 0, size, size);
	bitmap.close();
	return new Promise((resolve, reject) => {
		canvas.toBlob(
			(blob) => (blob ? resolve(blob) : reject(new Error("no picture"))),
			"image/jpeg",
			QUALITY,
		);
	});
}
