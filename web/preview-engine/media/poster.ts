import type { InputVideoTrack, WrappedCanvas } from "mediabunny";
import { CanvasSink } from "mediabunny";
import { POSTER_EDGE, RENDITION_BYTES } from "../../../worker/files/previews/contract/previews.ts";
import type { Rendition } from "../rendition.ts";

/** Parts of the length at which a frame that isn't dark is searched for, after the first second. */
const PARTS = [0.1, 0.2, 0.3];
/** A pixel is dark up to this level of 256; a frame is dark if fewer pixels than this part are bright. */
const DARK = 40;
const BRIGHT_PART = 1 / 50;

export function isDark(pixels: Uint8ClampedArray): boolean {
	let bright = 0;
	for (let at = 0; at < pixels.length; at += 4)
		if (Math.max(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0) > DARK) bright++;
	return bright < (pixels.length / 4) * BRIGHT_PART;
}

/** Returns null if there is no frame, or none small enough. */
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
	// Films often begin in black. Recordings without an index can't be seeked, so the first frame is tried
	// last.
	const moments = [Math.min(1, seconds / 10), ...PARTS.map((part) => part * seconds), 0];
	let frame: WrappedCanvas | null = null;
	for (const moment of moments) {
		const found = await sink.getCanvas(first + moment);
		frame ??= found;
		if (!found || isDark(pixelsOf(canvasOf(found)))) continue;
		frame = found;
		break;
	}
	if (!frame) return null;
	for (const quality of [0.8, 0.6, 0.4]) {
		// Not every browser writes WebP, and a PNG would be too large.
		const body = await canvasOf(frame).convertToBlob({ type: "image/jpeg", quality });
		if (body.size <= RENDITION_BYTES.poster)
			return { kind: "poster", body, width, height, durationMs };
	}
	return null;
}

/** In a web worker every canvas is one. */
const canvasOf = ({ canvas }: WrappedCanvas) => canvas as OffscreenCanvas;

function pixelsOf(canvas: OffscreenCanvas): Uint8ClampedArray {
	const context = canvas.getContext("2d");
	if (!context) throw new Error("no canvas");
	return context.getImageData(0, 0, canvas.width, canvas.height).data;
}
