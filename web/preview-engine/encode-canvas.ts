const ATTEMPTS = [
	["image/webp", 0.85],
	["image/webp", 0.6],
	["image/jpeg", 0.75],
	["image/jpeg", 0.5],
	["image/jpeg", 0.3],
] as const;

/** Returns null if at most `limit` bytes are impossible. The canvas must be opaque. */
export async function encodeCanvas(canvas: OffscreenCanvas, limit: number): Promise<Blob | null> {
	for (const [type, quality] of ATTEMPTS) {
		const body = await canvas.convertToBlob({ type, quality });
		// A browser that can't write WebP returns a PNG, which is fine while it is small.
		if (body.size <= limit) return body;
	}
	return null;
}
