import { chunksOf } from "../../platform/storage/byte-reader.ts";
import { ByteParser, type ClipMetadata, NotAClip } from "./byte-parser.ts";
import { parseMp4 } from "./mp4-parser.ts";
import { parseWebm } from "./webm-parser.ts";

/**
 * Returns the parser for a file of `size` bytes that begins with these bytes. There is one for each
 * container that our own clip maker writes (`web/features/upload/renditions/media/clip.ts`), and
 * none for others. @throws NotAClip
 */
export function clipParser(head: Uint8Array, size: number): ByteParser<ClipMetadata> {
	if (head[0] === 0x1a) return new ByteParser(size, parseWebm);
	// "ftyp" after four bytes of length.
	if (head[4] === 0x66) return new ByteParser(size, parseMp4);
	throw new NotAClip("another container");
}

/**
 * Reads kind and length of a stored clip from its own bytes, once from start to end, without decoding or
 * buffering it. Returns null when it is not a clip that our clip maker writes.
 */
export async function clipMetadata(
	files: R2Bucket,
	objectKey: string,
	size: number,
): Promise<ClipMetadata | null> {
	const object = await files.get(objectKey);
	if (!object) throw new Error("the clip is gone");
	let parser: ByteParser<ClipMetadata> | null = null;
	try {
		for await (const chunk of chunksOf(object.body, object.size)) {
			parser ??= clipParser(chunk, size);
			parser.push(chunk);
		}
		return parser?.finish() ?? null;
	} catch (error) {
		if (error instanceof NotAClip) return null;
		throw error;
	}
}
