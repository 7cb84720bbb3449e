import { PAGE_EDGE } from "../../../../worker/contract/files/previews.ts";
import { showsFalsely } from "./inks.ts";
import { blankPage, type PageContext } from "./pages/page-canvas.ts";

/** A picture that would exhaust the memory is not decoded. Pixels. */
const MAX_PIXELS = 40_000_000;
/** A thumbnail smaller than this says nothing. Pixels. */
const MIN_EDGE = 48;

export type Size = { width: number; height: number };

/** Returns the size of a PNG or JPEG by its header; null for anything else, and for what would have false colours. */
export function pictureSize(bytes: Uint8Array): Size | null {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (bytes.length >= 24 && view.getUint32(0) === 0x89504e47)
		return { width: view.getUint32(16), height: view.getUint32(20) };
	if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
	for (let at = 2; at + 10 <= bytes.length; ) {
		const marker = bytes[at + 1] ?? 0;
		if (bytes[at] !== 0xff) return null;
		// Frame headers are C0 to CF, except for the tables C4, C8 and CC.
		if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
			return showsFalsely(view.getUint8(at + 9))
				? null
				: { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
		at += 2 + view.getUint16(at + 2);
	}
	return null;
}

/**
 * Decodes an embedded PNG or JPEG and draws it in at most `edge` pixels, over white. Null when it is
 * another format, or too small or too large.
 */
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
