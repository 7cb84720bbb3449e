import type { ByteRange } from "../platform/http/http-range.ts";
import { windowedBody } from "../platform/storage/windowed-body.ts";
import { slicePieces, type ZipLayout } from "./zip-layout.ts";

/**
 * The bytes of a stretch of an archive: headers written in between, file bodies piped natively.
 * The stretch lies within the archive. @throws UnreadableObject when its first object can't be read.
 */
export function zipStream(
	files: R2Bucket,
	layout: ZipLayout,
	{ offset, length }: ByteRange,
	options: Parameters<typeof windowedBody>[2],
): Promise<ReadableStream<Uint8Array>> {
	return windowedBody(files, slicePieces(layout.pieces, offset, length), options);
}
