import { readImageHeader } from "../../../../../worker/contract/files/image-header.ts";
import { showsFalsely } from "../inks.ts";
import { blankPage } from "../pages/page-canvas.ts";
import { isPlain } from "../pages/readable-part.ts";
import { avifSize } from "./avif-size.ts";
import { type Decoded, turnedDecoded } from "./decoded.ts";
import { decodeNative } from "./picture-limits.ts";
import { innerJpegs } from "./raw-jpegs.ts";
import { uprightWebp } from "./upright-webp.ts";

/** Where the size of a picture stands, after the longest metadata. Bytes. */
const HEAD = 1024 * 1024;
/** The browser decodes from the compressed file, which is therefore limited too. Bytes. */
const MAX_BYTES = 200 * 1024 * 1024;
/** How many frames of an animation are looked at, and in how many pixels. */
const MAX_FRAMES = 100;
const LOOK_EDGE = 64;

/**
 * Decodes a picture that browsers know, upright; of an animated one the first frame that isn't empty. The size is read from its
 * header first: a small file may unpack to gigabytes.
 */
export async function decodeRaster(file: Blob): Promise<Decoded> {
	if (file.size > MAX_BYTES) throw new Error(`a picture of ${file.size} bytes`);
	const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
	const size = readImageHeader(head) ?? avifSize(head);
	if (!size) throw new Error("a picture without a readable header");
	// The server's own small preview is right.
	if (innerJpegs(head).some(({ at, components }) => at === 0 && showsFalsely(components)))
		throw new Error("a picture in inks, which this browser shows in other colours");
	const { picture, orientation } = await uprightWebp(file);
	const decoded = await decodeNative(picture, size);
	const shown = "image" in decoded ? decoded : await firstShown(file, head, decoded);
	return turnedDecoded(shown, orientation);
}

/** Returns the first frame of an animation that shows something, as far as the browser can tell frames apart. */
async function firstShown(file: Blob, head: Uint8Array, first: ImageBitmap): Promise<ImageBitmap> {
	let [best, most] = [first, contentsOf(first)];
	if (most === 2 || !("ImageDecoder" in self)) return first;
	const type = readImageHeader(head)?.format ?? "image/avif";
	const decoder = new ImageDecoder({ data: await file.arrayBuffer(), type });
	try {
		for (let frameIndex = 1; frameIndex < MAX_FRAMES && most < 2; frameIndex++) {
			const { image } = await decoder.decode({ frameIndex });
			const frame = await createImageBitmap(image);
			image.close();
			if (contentsOf(frame) > most) [best, most] = [frame, contentsOf(frame)];
		}
	} catch {
		// There are no more frames.
	} finally {
		decoder.close();
	}
	return best;
}

/** Returns what can be seen of a picture from afar: 0 for nothing, 1 for one colour, 2 for more. */
function contentsOf(image: ImageBitmap): number {
	const context = blankPage(LOOK_EDGE, LOOK_EDGE);
	context.clearRect(0, 0, LOOK_EDGE, LOOK_EDGE);
	context.drawImage(image, 0, 0, LOOK_EDGE, LOOK_EDGE);
	const raster = context.getImageData(0, 0, LOOK_EDGE, LOOK_EDGE);
	if (!isPlain(raster)) return 2;
	return raster.data[3] === 0 ? 0 : 1;
}
