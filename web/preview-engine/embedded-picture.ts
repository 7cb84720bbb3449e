import { readImageHeader } from "../../worker/files/contract/image-header.ts";
import { PAGE_EDGE } from "../../worker/files/previews/contract/previews.ts";
import { blankPage, type PageContext } from "./pages/page-canvas.ts";
import { jpegAt, showsFalsely } from "./pictures/raw-jpegs.ts";

/** Pixels; a larger picture would exhaust the memory. */
const MAX_PIXELS = 40_000_000;
/** Pixels; a smaller thumbnail says nothing. */
const MIN_EDGE = 48;

export type Size = { width: number; height: number };

/** Null unless it is a PNG or JPEG that is shown in true colours. */
export function pictureSize(bytes: Uint8Array): Size | null {
	const header = readImageHeader(bytes);
	if (header?.format !== "image/png" && header?.format !== "image/jpeg") return null;
	if (showsFalsely(jpegAt(bytes, 0)?.components)) return null;
	return { width: header.width, height: header.height };
}

/** Draws over white. Null for another format, or a picture that is too small or too large. */
export async function drawPicture(
	bytes: Uint8Array<ArrayBuffer>,
	edge = PAGE_EDGE,
): Promise<PageContext | null> {
	const size = pictureSize(bytes);
	if (!size || Math.max(size.width, size.height) < MIN_EDGE) return null;
	if (size.width * size.height > MAX_PIXELS) return null;
	const image = await createImageBitmap(new Blob([bytes]));
	const scale = Math.min(1, edge / Math.max(image.width, image.height));
	const width = Math.max(1, Math.round(image.width * scale));
	const height = Math.max(1, Math.round(image.height * scale));
	const small = await createImageBitmap(image, {
		resizeWidth: width,
		resizeHeight: height,
		resizeQuality: "high",
	});
	image.close();
	const context = blankPage(width, height);
	context.drawImage(small, 0, 0);
	small.close();
	return context;
}
