import type { ByteRange } from "../../platform/http/http-range.ts";
import { rangedObjectStream } from "../../platform/storage/ranged-object-stream.ts";
import { slicePieces, type ZipLayout } from "./zip-layout.ts";

export function zipStream(
	files: R2Bucket,
	layout: ZipLayout,
	{ offset, length }: ByteRange,
	options: Parameters<typeof rangedObjectStream>[2],
): Promise<ReadableStream<Uint8Array>> {
	return rangedObjectStream(files, slicePieces(layout.pieces, offset, length), options);
}
