import { WATERMARKED_EDGE } from "../../../../../worker/contract/previews.ts";
import type { Rendition } from "../rendition.ts";
import { imageRenditions } from "./image-renditions.ts";

/** The page itself renders a drawing, so its size is limited more strictly. Bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Makes the previews of an SVG; with the creator's name as `mark` a watermarked one too. */
export async function vectorRenditions(file: Blob, mark: string | null): Promise<Rendition[]> {
	if (file.size > MAX_BYTES) return [];
	// An SVG has no pixels until it is rendered in an image element, which runs no scripts.
	const element = new Image();
	const url = URL.createObjectURL(new Blob([file], { type: "image/svg+xml" }));
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
		return await imageRenditions(canvas.transferToImageBitmap(), mark);
	} finally {
		URL.revokeObjectURL(url);
	}
}
