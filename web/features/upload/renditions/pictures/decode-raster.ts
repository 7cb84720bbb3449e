import { readImageHeader } from "../../../../../worker/contract/files/image-header.ts";
import { showsFalsely } from "../inks.ts";
import { avifSize } from "./avif-size.ts";
import { type Decoded, turnedDecoded } from "./decoded.ts";
import { decodeNative } from "./picture-limits.ts";
import { innerJpegs } from "./raw-jpegs.ts";
import { uprightWebp } from "./upright-webp.ts";

/** Where the size of a picture stands, after the longest metadata. Bytes. */
const HEAD = 1024 * 1024;
/** The browser decodes from the compressed file, which is therefore limited too. Bytes. */
const MAX_BYTES = 200 * 1024 * 1024;

/**
 * Decodes a picture that browsers know, upright; an animated one's first frame. The size is read from its
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
	return turnedDecoded(await decodeNative(picture, size), orientation);
}
