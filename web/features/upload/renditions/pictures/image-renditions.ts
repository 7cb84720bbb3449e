import {
	previewEdge,
	RENDITION_BYTES,
	SAMPLE_EDGE,
	watermarkedEdge,
} from "../../../../../worker/contract/files/previews.ts";
import { drawWatermark } from "../draw-watermark.ts";
import type { Rendition } from "../rendition.ts";
import type { Decoded } from "./decoded.ts";

const THUMBNAIL_EDGE = 320;

export type ShrunkPicture = {
	/** at most as large as the largest rendition */
	image: ImageBitmap;
	/** pixels of the original */
	width: number;
	height: number;
};

/**
 * Returns a picture in the size of the largest rendition, from which all of them are made: shrinking a
 * photograph takes longer than all else. Closes the given one.
 */
export async function shrunkPicture(decoded: Decoded): Promise<ShrunkPicture> {
	const { image, original } = "image" in decoded ? decoded : { image: decoded, original: decoded };
	const { width, height } = original;
	try {
		return { image: await shrunk(image, watermarkedEdge(width, height)), width, height };
	} finally {
		image.close();
	}
}

/**
 * Returns the tiny raster of a picture and the one with the creator's name as `mark`. Redrawing removes
 * EXIF and GPS data.
 */
export async function imageRenditions(
	{ image, width, height }: ShrunkPicture,
	mark: string,
): Promise<Rendition[]> {
	const tiny = await raster(image, previewEdge(width, height), RENDITION_BYTES.image);
	const edge = watermarkedEdge(width, height);
	const large = await raster(image, edge, RENDITION_BYTES.watermarked, (context) =>
		drawWatermark(context, mark),
	);
	return [
		...(tiny ? [{ kind: "image", body: tiny, width, height } as const] : []),
		...(large ? [{ kind: "watermarked", body: large, width, height } as const] : []),
	];
}

/**
 * Returns the copy of a picture that buyers see sharp before payment, none where it can't be small enough.
 * Redrawing removes EXIF and GPS data. Closes the given one.
 */
export async function sampleRenditions(decoded: Decoded): Promise<Rendition[]> {
	const { image, original } = "image" in decoded ? decoded : { image: decoded, original: decoded };
	const { width, height } = original;
	try {
		const body = await raster(image, SAMPLE_EDGE, RENDITION_BYTES.sample);
		return body ? [{ kind: "sample", body, width, height }] : [];
	} finally {
		image.close();
	}
}

/** Returns a small picture for the creator's own list of files; null when there is none. */
export function thumbnail(image: ImageBitmap): Promise<Blob | null> {
	return raster(image, THUMBNAIL_EDGE, RENDITION_BYTES.watermarked);
}

/** Returns a copy with at most `edge` pixels on its longest edge. */
async function shrunk(image: ImageBitmap, edge: number): Promise<ImageBitmap> {
	const scale = Math.min(1, edge / Math.max(image.width, image.height));
	// The bitmap's own resizing averages; drawing large into small would only sample. "High" takes three
	// times as long, and the difference can't be seen.
	return createImageBitmap(image, {
		resizeWidth: Math.max(1, Math.round(image.width * scale)),
		resizeHeight: Math.max(1, Math.round(image.height * scale)),
		resizeQuality: "medium",
	});
}

/**
 * Returns a copy with at most `edge` pixels on its longest edge and at most `limit` bytes; null when that
 * is impossible.
 */
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
	const first = await fitting("image/webp", 0.75);
	if (first.blob) return first.blob;
	if (first.type === "image/webp") return (await fitting("image/webp", 0.6)).blob;
	// A browser without WebP has returned a PNG, which for a photograph is ten times as large.
	// JPEG has no transparency: transparent pixels would become black.
	context.globalCompositeOperation = "destination-over";
	context.fillStyle = "white";
	context.fillRect(0, 0, canvas.width, canvas.height);
	return (await fitting("image/jpeg", 0.8)).blob ?? (await fitting("image/jpeg", 0.6)).blob;
}
