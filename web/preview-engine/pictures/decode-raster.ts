import { readImageHeader } from "../../../worker/files/contract/image-header.ts";
import { blankPage } from "../pages/page-canvas.ts";
import { isPlain } from "../pages/readable-part.ts";
import { type Decoded, turnedDecoded } from "./decoded.ts";
import { decodeNative, decodeReduced } from "./picture-limits.ts";
import { avifSize, uprightWebp } from "./raster-headers.ts";
import { jpegAt, showsFalsely } from "./raw-jpegs.ts";

/** Bytes searched for a picture's size, which may follow long metadata. */
const HEAD = 1024 * 1024;
/** Bytes. The browser keeps the compressed file in memory too. */
const MAX_BYTES = 200 * 1024 * 1024;
/** Limits for the search for a frame that isn't empty: frames, and pixels. */
const MAX_FRAMES = 100;
const LOOK_EDGE = 64;

/**
 * Decodes upright, a JPEG no larger than `edgeOf` its size needs; of an animation, the first frame that isn't empty. Reads the size from the
 * header first, since a small file may unpack to gigabytes.
 */
export async function decodeRaster(
	file: Blob,
	edgeOf: (width: number, height: number) => number,
): Promise<Decoded> {
	if (file.size > MAX_BYTES) throw new Error(`a picture of ${file.size} bytes`);
	const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
	const header = readImageHeader(head);
	const size = header ?? avifSize(head);
	if (!size) throw new Error("a picture without a readable header");
	// The server makes a correct small preview.
	if (showsFalsely(jpegAt(head, 0)?.components))
		throw new Error("a picture in inks, whose colours this browser would change");
	const reduced =
		header?.format === "image/jpeg" &&
		(await decodeReduced(file, size, edgeOf(size.width, size.height)));
	if (reduced) return reduced;
	const { picture, orientation } = await uprightWebp(file);
	const decoded = await decodeNative(picture, size);
	const shown = "image" in decoded ? decoded : await firstShown(file, head, decoded);
	return turnedDecoded(shown, orientation);
}

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
	} finally {
		decoder.close();
	}
	return best;
}

/** Returns 0 for an empty picture, 1 for one colour, 2 for more. */
function contentsOf(image: ImageBitmap): number {
	const context = blankPage(LOOK_EDGE, LOOK_EDGE);
	context.clearRect(0, 0, LOOK_EDGE, LOOK_EDGE);
	context.drawImage(image, 0, 0, LOOK_EDGE, LOOK_EDGE);
	const raster = context.getImageData(0, 0, LOOK_EDGE, LOOK_EDGE);
	if (!isPlain(raster)) return 2;
	return raster.data[3] === 0 ? 0 : 1;
}
