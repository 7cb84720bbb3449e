import type { Decoded } from "./decoded.ts";

/** A decoded picture takes four bytes a pixel. Cameras' largest have 151 million pixels. */
const MAX_PIXELS = 160_000_000;
/** Larger pictures are decoded one at a time, across tabs. */
const LARGE_PIXELS = 50_000_000;
/** Pixels; larger pictures are reduced to this width. */
const LARGE_WIDTH = 4096;
/** Bytes, for decoders that need the whole file in memory. */
const MAX_READ = 400 * 1024 * 1024;

/** Throws if the picture is empty or too large to decode. */
export function checkPixels(width: number, height: number): void {
	const isFine = width >= 1 && height >= 1 && width * height <= MAX_PIXELS;
	if (!isFine) throw new Error(`a picture of ${width} × ${height} pixels`);
}

/** `size` is what the header states. Decodes upright, and reduces large pictures. */
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
	// The browser has turned it upright; the header isn't.
	const isTurned = size.width > size.height !== image.width > image.height;
	return {
		image,
		original: isTurned ? { width: size.height, height: size.width } : size,
	};
}

/** Throws if the file is too large. */
export async function wholeFile(file: Blob): Promise<ArrayBuffer> {
	if (file.size > MAX_READ) throw new Error(`a picture of ${file.size} bytes`);
	return file.arrayBuffer();
}
