/** Tried in order until the picture is small enough. */
const QUALITIES = [0.86, 0.7, 0.5];

/** @throws Error if it cannot be made that small. */
export async function encodeJpeg(canvas: HTMLCanvasElement, limit: number): Promise<Blob> {
	for (const quality of QUALITIES) {
		const jpeg = await new Promise<Blob | null>((resolve) =>
			canvas.toBlob(resolve, "image/jpeg", quality),
		);
		if (jpeg && jpeg.size <= limit) return jpeg;
	}
	throw new Error("The picture cannot be made small enough");
}
