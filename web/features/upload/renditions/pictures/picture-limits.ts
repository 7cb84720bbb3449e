/**
 * A decoded picture takes four bytes a pixel, and its decoder as much again: a larger one gets no preview,
 * so that no file exhausts the memory of the tab.
 */
const MAX_PIXELS = 100_000_000;
/** Decoders that need the whole file in memory read none that is larger. Bytes. */
const MAX_READ = 400 * 1024 * 1024;

/** Throws when a picture of this size is too large to be decoded, or has no pixels. */
export function checkPixels(width: number, height: number): void {
	const isFine = width >= 1 && height >= 1 && width * height <= MAX_PIXELS;
	if (!isFine) throw new Error(`a picture of ${width} × ${height} pixels`);
}

/** Reads a whole file. Throws when it is too large for that. */
export async function wholeFile(file: Blob): Promise<ArrayBuffer> {
	if (file.size > MAX_READ) throw new Error(`a picture of ${file.size} bytes`);
	return file.arrayBuffer();
}
