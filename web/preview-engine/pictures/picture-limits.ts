import type { Decoded } from "./decoded.ts";

/** A decoded picture takes four bytes a pixel. Cameras' largest have 151 million pixels. */
const MAX_PIXELS = 160_000_000;
const LARGE_PIXELS = 50_000_000;
/** Pixels; larger pictures than the above are reduced to this width. */
const LARGE_WIDTH = 4096;
/** Bytes, for decoders that need the whole file in memory. */
const MAX_READ = 400 * 1024 * 1024;

/** Throws if the picture is empty or too large to decode. */
export function checkPixels(width: number, height: number): void {
	const isFine = width >= 1 && height >= 1 && width * height <= MAX_PIXELS;
	if (!isFine) throw new Error(`a picture of ${width} × ${height} pixels`);
}

type Size = { width: number; height: number };

/** The browser has turned it upright; the header isn't. */
function uprightSize(image: ImageBitmap, size: Size): Size {
	const isTurned = size.width > size.height !== image.width > image.height;
	return isTurned ? { width: size.height, height: size.width } : size;
}

/** Returns how many eighths of a JPEG suffice for a picture of `edge` pixels; decoders do these cheaply. */
export function sufficientEighths({ width, height }: Size, edge: number): number {
	return [1, 2, 4].find((eighths) => (Math.max(width, height) * eighths) / 8 >= edge) ?? 8;
}

/** Decodes a JPEG upright, skipping most data that `edge` pixels don't need; null if the browser can't. */
export async function decodeReduced(
	picture: Blob,
	size: Size,
	edge: number,
): Promise<Decoded | null> {
	const eighths = sufficientEighths(size, edge);
	// Not every browser's decoder reduces, or turns pictures upright; Chromium's does.
	if (eighths === 8 || !("ImageDecoder" in self && "userAgentData" in navigator)) return null;
	checkPixels(size.width, size.height);
	const decoder = new ImageDecoder({
		data: await picture.arrayBuffer(),
		type: "image/jpeg",
		desiredWidth: Math.ceil((size.width * eighths) / 8),
		desiredHeight: Math.ceil((size.height * eighths) / 8),
	});
	try {
		const frame = (await decoder.decode()).image;
		const image = await createImageBitmap(frame);
		frame.close();
		return { image, original: uprightSize(image, size) };
	} catch {
		return null;
	} finally {
		decoder.close();
	}
}

/** `size` is what the header states. Decodes upright, and reduces large pictures. */
export async function decodeNative(picture: Blob, size: Size): Promise<Decoded> {
	checkPixels(size.width, size.height);
	if (size.width * size.height <= LARGE_PIXELS) return createImageBitmap(picture);
	const image = await createImageBitmap(picture, {
		resizeWidth: Math.min(LARGE_WIDTH, size.width, size.height),
		resizeQuality: "medium",
	});
	return { image, original: uprightSize(image, size) };
}

/** Throws if the file is too large. */
export async function wholeFile(file: Blob): Promise<ArrayBuffer> {
	if (file.size > MAX_READ) throw new Error(`a picture of ${file.size} bytes`);
	return file.arrayBuffer();
}
