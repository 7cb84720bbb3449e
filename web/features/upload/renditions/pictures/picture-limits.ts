import type { Decoded } from "./decoded.ts";

/**
 * A decoded picture takes four bytes a pixel: a larger one gets no preview, so that no file exhausts the
 * memory of the tab. Cameras' largest have 151 million.
 */
const MAX_PIXELS = 160_000_000;
/** Pictures with more are decoded one after the other, in whatever tab. */
const LARGE_PIXELS = 50_000_000;
/** What remains of such a picture, at most. Pixels. */
const LARGE_WIDTH = 4096;
/** Decoders that need the whole file in memory read none that is larger. Bytes. */
const MAX_READ = 400 * 1024 * 1024;

/** Throws when a picture of this size is too large to be decoded, or has no pixels. */
export function checkPixels(width: number, height: number): void {
	const isFine = width >= 1 && height >= 1 && width * height <= MAX_PIXELS;
	if (!isFine) throw new Error(`a picture of ${width} × ${height} pixels`);
}

/**
 * Decodes a picture that the browser knows, of the size that its header states, upright. Of a large one only
 * a smaller picture is kept.
 */
export async function decodeNative(
	picture: Blob,
	size: { width: number; height: number },
): Promise<Decoded> {
	checkPixels(size.width, size.height);
	if (size.width * size.height <= LARGE_PIXELS) return createImageBitmap(picture);
	const image = await navigator.locks.request("large-picture", () =>
		createImageBitmap(picture, {
			resizeWidth: Math.min(LARGE_WIDTH, size.width, size.height),
			resizeQuality: "medium",
		}),
	);
	// Turned upright by the browser, which the header is not.
	const isTurned = size.width > size.height !== image.width > image.height;
	return {
		image,
		original: isTurned ? { width: size.height, height: size.width } : size,
	};
}

/** Reads a whole file. Throws when it is too large for that. */
export async function wholeFile(file: Blob): Promise<ArrayBuffer> {
	if (file.size > MAX_READ) throw new Error(`a picture of ${file.size} bytes`);
	return file.arrayBuffer();
}
