import { WEB_TYPE } from "../../../worker/catalogue/shares/contract/editions.ts";
import { RENDITION_BYTES } from "../../../worker/files/previews/contract/previews.ts";
import { drawWatermark } from "../draw-watermark.ts";
import { blankPage } from "../pages/page-canvas.ts";
import type { Rendition } from "../rendition.ts";
import type { Decoded } from "./decoded.ts";
import { edgeOf, type PictureKind, type RequestedKinds } from "./picture-request.ts";

/** Closes `decoded`. */
export async function pictureRenditions(
	decoded: Decoded,
	wanted: RequestedKinds,
): Promise<Rendition[]> {
	const { image, original } = "image" in decoded ? decoded : { image: decoded, original: decoded };
	// Read now: a closed bitmap has no size.
	const { width, height } = original;
	const sizeOf = (kind: PictureKind) => edgeOf(kind, wanted, { width, height });
	const made: Rendition[] = [];
	let source = image;
	try {
		// The smaller ones are made of the larger: shrinking a photograph takes longer than all else.
		for (const kind of wanted.kinds.toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
			const smaller = await shrunk(source, sizeOf(kind));
			source.close();
			source = smaller;
			const limit = RENDITION_BYTES[kind];
			const body =
				kind === "web"
					? await jpeg(source, limit)
					: await raster(source, limit, (context) => {
							if (kind === "watermarked") drawWatermark(context, wanted.mark);
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

/** In sRGB, like every canvas; white behind transparent pixels. Null if `limit` bytes are impossible. */
async function jpeg(image: ImageBitmap, limit: number): Promise<Blob | null> {
	const context = blankPage(image.width, image.height);
	context.drawImage(image, 0, 0);
	for (const quality of [0.85, 0.7]) {
		const blob = await context.canvas.convertToBlob({ type: WEB_TYPE, quality });
		if (blob.size <= limit) return blob;
	}
	return null;
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
