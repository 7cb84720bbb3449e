import { COVER_EDGE, RENDITION_BYTES } from "../../../worker/files/previews/contract/previews.ts";
import { encodeJpeg } from "./encode-jpeg.ts";

/** null: the default */
export type CoverChoice = { picture: Blob } | { fileId: string | null };

export const DEFAULT_COVER: CoverChoice = { fileId: null };

/** Scales down, as JPEG on white. @throws Error if this browser can't decode it. */
export async function coverPicture(file: Blob): Promise<Blob> {
	const picture = await createImageBitmap(file);
	const scale = Math.min(1, COVER_EDGE / Math.max(picture.width, picture.height));
	const canvas = document.createElement("canvas");
	canvas.width = Math.max(1, Math.round(picture.width * scale));
	canvas.height = Math.max(1, Math.round(picture.height * scale));
	const context = canvas.getContext("2d");
	if (!context) throw new Error("no canvas");
	context.fillStyle = "white";
	context.fillRect(0, 0, canvas.width, canvas.height);
	context.imageSmoothingQuality = "high";
	context.drawImage(picture, 0, 0, canvas.width, canvas.height);
	picture.close();
	return encodeJpeg(canvas, RENDITION_BYTES.cover);
}
