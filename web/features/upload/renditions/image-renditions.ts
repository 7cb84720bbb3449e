import {
	previewEdge,
	RENDITION_BYTES,
	WATERMARKED_EDGE,
} from "../../../../worker/contract/previews.ts";
import { drawWatermark } from "./draw-watermark.ts";
import type { Rendition } from "./rendition.ts";

/**
 * Returns the tiny raster of an image, and the watermarked copy if requested. Redrawing removes EXIF and
 * GPS data. Throws when the browser can't decode the image.
 */
export async function imageRenditions(
	file: File,
	isWatermarked: boolean,
	mark: string,
): Promise<Rendition[]> {
	const image = await decoded(file);
	try {
		const { width, height } = image;
		const tiny = await raster(image, previewEdge(width, height), RENDITION_BYTES.image);
		const large = isWatermarked
			? await raster(
					image,
					Math.min(WATERMARKED_EDGE, Math.max(width, height)),
					RENDITION_BYTES.watermarked,
					(context) => drawWatermark(context, mark),
				)
			: null;
		return [
			...(tiny ? [{ kind: "image", body: tiny, width, height } as const] : []),
			...(large ? [{ kind: "watermarked", body: large, width, height } as const] : []),
		];
	} finally {
		image.close();
	}
}

async function decoded(file: File): Promise<ImageBitmap> {
	if (file.type !== "image/svg+xml") return createImageBitmap(file);
	// An SVG has no pixels until it is rendered in an image element, which runs no scripts.
	const element = new Image();
	const url = URL.createObjectURL(file);
	try {
		element.src = url;
		await element.decode();
		// One without an intrinsic size is treated as a square.
		const [width, height] = [element.naturalWidth || 1, element.naturalHeight || 1];
		const scale = WATERMARKED_EDGE / Math.max(width, height);
		const canvas = new OffscreenCanvas(
			Math.max(1, Math.round(width * scale)),
			Math.max(1, Math.round(height * scale)),
		);
		canvas.getContext("2d")?.drawImage(element, 0, 0, canvas.width, canvas.height);
		return canvas.transferToImageBitmap();
	} finally {
		URL.revokeObjectURL(url);
	}
}

/**
 * Returns a copy with `edge` as its longest edge and at most `limit` bytes; null when that is impossible.
 */
async function raster(
	image: ImageBitmap,
	edge: number,
	limit: number,
	finish?: (context: OffscreenCanvasRenderingContext2D) => void,
): Promise<Blob | null> {
	for (let longest = edge; longest >= 8; longest = Math.floor(longest * 0.75)) {
		const scale = longest / Math.max(image.width, image.height);
		const width = Math.max(1, Math.round(image.width * scale));
		const height = Math.max(1, Math.round(image.height * scale));
		const canvas = new OffscreenCanvas(width, height);
		const context = canvas.getContext("2d");
		if (!context) return null;
		// The bitmap's own resizing averages; drawing large into small would only sample.
		const small = await createImageBitmap(image, {
			resizeWidth: width,
			resizeHeight: height,
			resizeQuality: "high",
		});
		context.drawImage(small, 0, 0);
		small.close();
		finish?.(context);
		const blob = await written(canvas, context, limit);
		if (blob) return blob;
	}
	return null;
}

/**
 * Encodes the canvas in at most `limit` bytes: WebP where the browser supports it, else PNG if that is
 * small enough, else JPEG.
 */
async function written(
	canvas: OffscreenCanvas,
	context: OffscreenCanvasRenderingContext2D,
	limit: number,
): Promise<Blob | null> {
	const fitting = async (type: string, quality: number) => {
		const blob = await canvas.convertToBlob({ type, quality });
		return { blob: blob.size <= limit ? blob : null, type: blob.type };
	};
	const first = await fitting("image/webp", 0.8);
	if (first.blob) return first.blob;
	if (first.type === "image/webp") return (await fitting("image/webp", 0.6)).blob;
	// A browser without WebP has returned a PNG, which for a photograph is ten times as large.
	// JPEG has no transparency: transparent pixels would become black.
	context.globalCompositeOperation = "destination-over";
	context.fillStyle = "white";
	context.fillRect(0, 0, canvas.width, canvas.height);
	return (await fitting("image/jpeg", 0.8)).blob ?? (await fitting("image/jpeg", 0.6)).blob;
}
