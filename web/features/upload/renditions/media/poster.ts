import type { InputVideoTrack, WrappedCanvas } from "mediabunny";
import { CanvasSink } from "mediabunny";
import { POSTER_EDGE, RENDITION_BYTES } from "../../../../../worker/contract/files/previews.ts";
import type { Rendition } from "../rendition.ts";

/** Where frames are looked for, after the first second, until one isn't dark. Parts of the length. */
const PARTS = [0.1, 0.2, 0.3];
/** A pixel is dark up to this level of 256, and a frame with fewer pixels that are not. */
const DARK = 40;
const BRIGHT_PART = 1 / 50;

/** Returns true when next to nothing can be seen in a frame, given as a canvas returns its pixels. */
export function isDark(pixels: Uint8ClampedArray): boolean {
	let bright = 0;
	for (let at = 0; at < pixels.length; at += 4)
		if (Math.max(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0) > DARK) bright++;
	return bright < (pixels.length / 4) * BRIGHT_PART;
}

/** Returns a frame of a film that is small enough; null when there is none. */
export async function posterOf(
	film: InputVideoTrack,
	durationMs: number,
): Promise<Rendition | null> {
	const [width, height] = [await film.getDisplayWidth(), await film.getDisplayHeight()];
	const scale = Math.min(1, POSTER_EDGE / Math.max(width, height));
	const sink = new CanvasSink(film, {
		width: Math.max(1, Math.round(width * scale)),
		height: Math.max(1, Math.round(height * scale)),
		fit: "fill",
	});
	const first = await film.getFirstTimestamp();
	const seconds = durationMs / 1000;
	// Films often begin in black. Recordings without an index cannot be seeked: then it is the first after all.
	const moments = [Math.min(1, seconds / 10), ...PARTS.map((part) => part * seconds), 0];
	let frame: WrappedCanvas | null = null;
	for (const moment of moments) {
		const found = await sink.getCanvas(first + moment);
		frame ??= found;
		if (!found || isDark(pixelsOf(found.canvas))) continue;
		frame = found;
		break;
	}
	if (!frame) return null;
	for (const quality of [0.8, 0.6, 0.4]) {
		const body = await written(frame.canvas, quality);
		if (body && body.size <= RENDITION_BYTES.poster) return { kind: "poster", body, width, height };
	}
	return null;
}

function written(
	canvas: HTMLCanvasElement | OffscreenCanvas,
	quality: number,
): Promise<Blob | null> {
	// JPEG, since not every browser writes WebP and a frame as PNG would be too large.
	if (canvas instanceof OffscreenCanvas)
		return canvas.convertToBlob({ type: "image/jpeg", quality });
	return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}

function pixelsOf(canvas: HTMLCanvasElement | OffscreenCanvas): Uint8ClampedArray {
	// Both kinds of contexts have the same method, but no common type.
	const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D | null;
	if (!context) throw new Error("no canvas");
	return context.getImageData(0, 0, canvas.width, canvas.height).data;
}
