import { showsFalsely } from "../inks.ts";
import { type Decoded, turnedDecoded } from "./decoded.ts";
import { decodeNative, wholeFile } from "./picture-limits.ts";
import { innerJpegs, rawOrientation } from "./raw-jpegs.ts";

/** A damaged one may stand before a good one. */
const ATTEMPTS = 3;

/** Decodes the largest picture that the camera stored inside a raw file, upright. */
export async function decodeRaw(file: Blob): Promise<Decoded> {
	const bytes = new Uint8Array(await wholeFile(file));
	const orientation = rawOrientation(bytes);
	const shown = innerJpegs(bytes).filter(({ components }) => !showsFalsely(components));
	for (const jpeg of shown.slice(0, ATTEMPTS)) {
		try {
			// What follows the picture is ignored by its decoder.
			const decoded = await decodeNative(file.slice(jpeg.at, file.size, "image/jpeg"), jpeg);
			// A JPEG with settings of its own has been turned already.
			return jpeg.hasExif ? decoded : turnedDecoded(decoded, orientation);
		} catch (error) {
			console.info("A picture inside a raw file is damaged.", error);
		}
	}
	throw new Error("a raw file without a picture");
}
