import { chunksOf } from "../platform/storage/byte-reader.ts";
import { ByteWalk, type ClipFacts, NotAClip, type Walk } from "./byte-walk.ts";
import { walkMp3 } from "./mp3-walk.ts";
import { walkMp4 } from "./mp4-walk.ts";
import { walkWebm } from "./webm-walk.ts";

/**
 * The parser for a file of `size` bytes that begins so. There is one for each container that our own
 * clip maker writes (`web/features/upload/renditions/media-renditions.ts`), and none for others.
 * @throws NotAClip
 */
export function clipWalk(head: Uint8Array, size: number): ByteWalk<ClipFacts> {
	const walk = (parser: Walk<ClipFacts>) => new ByteWalk(parser);
	if (head[0] === 0xff) return walk(walkMp3(size));
	if (head[0] === 0x1a) return walk(walkWebm(size));
	// "ftyp" after four bytes of length.
	if (head[4] === 0x66) return walk(walkMp4(size));
	throw new NotAClip("another container");
}

/**
 * Reads kind and length of a stored clip from its own bytes, once from its beginning to its end,
 * without decoding anything and without holding it. Null when it is no clip that we write.
 */
export async function clipFacts(
	files: R2Bucket,
	objectKey: string,
	size: number,
): Promise<ClipFacts | null> {
	const object = await files.get(objectKey);
	if (!object) throw new Error("the clip is gone");
	let walk: ByteWalk<ClipFacts> | null = null;
	try {
		for await (const chunk of chunksOf(object.body)) {
			walk ??= clipWalk(chunk, size);
			walk.push(chunk);
		}
		return walk?.finish() ?? null;
	} catch (error) {
		if (error instanceof NotAClip) return null;
		throw error;
	}
}
