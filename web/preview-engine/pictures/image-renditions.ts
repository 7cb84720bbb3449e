import { RENDITION_BYTES } from "../../../worker/files/previews/contract/previews.ts";
import { drawWatermark } from "../draw-watermark.ts";
import type { Rendition } from "../rendition.ts";
import type { Decoded } from "./decoded.ts";
import { lookOf, type RequestedKinds } from "./picture-request.ts";

/** Closes `decoded`. */
export async function pictureRenditions(
	decoded: Decoded,
	{ kinds, mark }: RequestedKinds,
): Promise<Rendition[]> {
	const { image, original } = "image" in decoded ? decoded : { image: decoded, original: decoded };
	const { width, height } = original;
	const edgeOf = (kind: (typeof kinds)[number]) => lookOf(kind).edge(width, height);
	const made: Rendition[] = [];
	let source = image;
	try {
		// The smaller ones are made of the larger: shrinking a photograph takes longer than all else.
		for (const kind of kinds.toSorted((a, b) => edgeOf(b) - edgeOf(a))) {
			const smaller = await shrunk(source, edgeOf(kind));
			source.close();
			source = smaller;
			const body = await raster(source, RENDITION_BYTES[kind], (context) => {
				if (lookOf(kind).isMarked) drawWatermark(context, mark);
			});
			if (body) made.push({ kind, body, width, height });
		}
	} finally {
		source.close();
	}
	return made;
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
	limit: number,
	finish: (context: OffscreenCanvasRenderingContext2D) => void,
): Promise<Blob | null> {
	const start = Math.max(image.width, image.height);
	for (let longest = start; longest >= 8; longest = Math.floor(longest * 0.75)) {
		const small = longest === start ? image : await shrunk(image, longest);
		const canvas = new OffscreenCanvas(small.width, small.height);
		const context = canvas.getContext("2d");
		if (!context) return null;
		context.drawImage(small, 0, 0);
		if (small !== image) small.close();
		finish(context);
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
