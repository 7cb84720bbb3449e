import { rawOrientation } from "./raw-jpegs.ts";

/** More chunks have only animations. */
const MAX_CHUNKS = 100;

/**
 * Returns a WebP without its EXIF data, and how it was held by EXIF's numbers: browsers differ in whether
 * they turn such a picture. Other pictures are returned as they are.
 */
export async function uprightWebp(file: Blob): Promise<{ picture: Blob; orientation: number }> {
	const read = async (at: number, length: number) =>
		new Uint8Array(await file.slice(at, at + length).arrayBuffer());
	const name = (bytes: Uint8Array, at: number) =>
		String.fromCharCode(...bytes.subarray(at, at + 4));
	const head = await read(0, 12);
	if (name(head, 0) !== "RIFF" || name(head, 8) !== "WEBP")
		return { picture: file, orientation: 1 };
	for (let at = 12, chunks = 0; at + 8 <= file.size && chunks < MAX_CHUNKS; chunks++) {
		const header = await read(at, 8);
		const length = new DataView(header.buffer).getUint32(4, true);
		if (name(header, 0) === "EXIF") {
			const exif = await read(at + 8, length);
			const settings = name(exif, 0) === "Exif" ? exif.slice(6) : exif;
			// A chunk of an unknown name is ignored.
			const picture = new Blob([file.slice(0, at), "NONE", file.slice(at + 4)]);
			return { picture, orientation: rawOrientation(settings) };
		}
		at += 8 + length + (length % 2);
	}
	return { picture: file, orientation: 1 };
}
