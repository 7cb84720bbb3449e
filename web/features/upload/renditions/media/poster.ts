import type { InputVideoTrack } from "mediabunny";
import { CanvasSink } from "mediabunny";
import { POSTER_EDGE, RENDITION_BYTES } from "../../../../../worker/contract/previews.ts";
import type { Rendition } from "../rendition.ts";

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
	// The first frame is often black, so a frame at one second (or at a tenth of short films) is used.
	// Recordings without an index cannot be seeked: then it is the first after all.
	const first = await film.getFirstTimestamp();
	const at = first + Math.min(1, durationMs / 10_000);
	const frame = (await sink.getCanvas(at)) ?? (await sink.getCanvas(first));
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
