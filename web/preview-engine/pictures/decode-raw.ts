import { type Decoded, turnedDecoded } from "./decoded.ts";
import { decodeNative, wholeFile } from "./picture-limits.ts";
import { innerJpegs, rawOrientation, showsFalsely } from "./raw-jpegs.ts";

/** The first may be damaged. */
const ATTEMPTS = 3;

/** Decodes the largest picture inside a raw file, upright. */
export async function decodeRaw(file: Blob): Promise<Decoded> {
	const bytes = new Uint8Array(await wholeFile(file));
	const orientation = rawOrientation(bytes);
	const shown = innerJpegs(bytes).filter(({ components }) => !showsFalsely(components));
	for (const jpeg of shown.slice(0, ATTEMPTS)) {
		try {
			// Decoders ignore bytes after the picture.
			const decoded = await decodeNative(file.slice(jpeg.at, file.size, "image/jpeg"), jpeg);
			// With EXIF data of its own it has been turned already.
			return jpeg.hasExif ? decoded : turnedDecoded(decoded, orientation);
		} catch (error) {
			console.info("A picture inside a raw file is damaged.", error);
		}
	}
	throw new Error("a raw file without a picture");
}
