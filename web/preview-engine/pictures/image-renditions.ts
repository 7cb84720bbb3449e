import type { RenditionKind } from "../../../worker/contract/catalogue/shares.ts";
import {
	previewEdge,
	RENDITION_BYTES,
	SAMPLE_EDGE,
	watermarkedEdge,
} from "../../../worker/contract/files/previews.ts";
import { drawWatermark } from "../draw-watermark.ts";
import type { Rendition } from "../rendition.ts";
import type { Decoded } from "./decoded.ts";
import type { PreparedPicture, Wanted } from "./picture-request.ts";

const THUMBNAIL_EDGE = 320;

/** Closes `decoded`. */
export async function preparedOf(decoded: Decoded, wanted: Wanted): Promise<PreparedPicture> {
	const { image, original } = "image" in decoded ? decoded : { image: decoded, original: decoded };
	const { width, height } = original;
	const of = (kind: RenditionKind, body: Blob | null): Rendition[] =>
		body ? [{ kind, body, width, height }] : [];
	try {
		if ("sample" in wanted) {
			const body = await raster(image, SAMPLE_EDGE, RENDITION_BYTES.sample);
			return { renditions: of("sample", body), thumbnail: null };
		}
		// The smaller ones are made of the largest: shrinking a photograph takes longer than all else.
		const edge = watermarkedEdge(width, height);
		const large = await shrunk(image, edge);
		try {
			const tiny = await raster(large, previewEdge(width, height), RENDITION_BYTES.image);
			const marked = await raster(large, edge, RENDITION_BYTES.watermarked, (context) =>
				drawWatermark(context, wanted.mark),
			);
			return {
				renditions: [...of("image", tiny), ...of("watermarked", marked)],
				thumbnail: await raster(large, THUMBNAIL_EDGE, RENDITION_BYTES.watermarked),
			};
		} finally {
			large.close();
		}
	} finally {
		image.close();
	}
}

async function shrunk(image: ImageBitmap, edge: number): Promise<ImageBitmap> {
	const scale = Math.min(1, edge / Math.max(image.width, image.height));
	// A bitmap's own resizing averages; drawing would only sample. "High" takes three times as long, and looks
	// the same.
	return createImageBitmap(image, {
		resizeWidth: Math.max(1, Math.round(image.width * scale)),
		resizeHeight: Math.max(1, Math.round(image.height * scale)),
		resizeQuality: "medium",
	});
}

/** Redrawing removes EXIF and GPS data. Null if `limit` bytes are impossible. */
async function raster(
	image: ImageBitmap,
	edge: number,
	limit: number,
	finish?: (context: OffscreenCanvasRenderingContext2D) => void,
): Promise<Blob | null> {
	const start = Math.min(edge, Math.max(image.width, image.height));
	for (let longest = start; longest >= 8; longest = Math.floor(longest * 0.75)) {
		const small = await shrunk(image, longest);
		const canvas = new OffscreenCanvas(small.width, small.height);
		const context = canvas.getContext("2d");
		if (!context) return null;
		context.drawImage(small, 0, 0);
		small.close();
		finish?.(context);
		const blob = await written(canvas, context, limit);
		if (blob) return blob;
	}
	return null;
}

/** Writes WebP if the browser can, else PNG if small enough, else JPEG. */
async function written(
	canvas: OffscreenCanvas,
	context: OffscreenCanvasRenderingContext2D,
	limit: number,
): Promise<Blob | null> {
	const fitting = async (type: string, quality: number) => {
		const blob = await canvas.convertToBlob({ type, quality });
		return { blob: blob.size <= limit ? blob : null, type: blob.type };
	};
	const first = await fitting("image/webp", 0.75);
	if (first.blob) return first.blob;
	if (first.type === "image/webp") return (await fitting("image/webp", 0.6)).blob;
	// Without WebP the browser has returned a PNG, ten times as large for a photograph. In JPEG, transparent
	// pixels would become black.
	context.globalCompositeOperation = "destination-over";
	context.fillStyle = "white";
	context.fillRect(0, 0, canvas.width, canvas.height);
	return (await fitting("image/jpeg", 0.8)).blob ?? (await fitting("image/jpeg", 0.6)).blob;
}
