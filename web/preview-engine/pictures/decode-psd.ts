import { type Decoded, decoded } from "./decoded.ts";
import { checkPixels, wholeFile } from "./picture-limits.ts";
import { type PsdParts, psdParts, psdPixels } from "./psd-pixels.ts";
import { innerJpegs } from "./raw-jpegs.ts";

const CMYK = 4;

/** Falls back to the thumbnail, which comes first for CMYK: Photoshop knows its inks better. */
export async function decodePsd(file: Blob): Promise<Decoded> {
	const parts = await psdParts(file);
	const flattened = async () => decoded(await psdPixels(parts), parts);
	const small = async () => decodedSmall(parts);
	return parts.mode === CMYK ? small().catch(flattened) : flattened().catch(small);
}

async function decodedSmall({ resources }: PsdParts): Promise<Decoded> {
	const [jpeg] = innerJpegs(new Uint8Array(await wholeFile(resources)));
	if (!jpeg) throw new Error("a Photoshop file without a small picture");
	checkPixels(jpeg.width, jpeg.height);
	return createImageBitmap(resources.slice(jpeg.at, resources.size, "image/jpeg"));
}
