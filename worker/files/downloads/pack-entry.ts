import { deflateRawSync } from "node:zlib";
import { localHeader, type ZipRecord } from "../contract/zip-format.ts";

/** Deflating wouldn't make these smaller. */
const COMPRESSED =
	/\.(?:png|jpe?g|gif|webp|mp4|mov|avi|mkv|webm|mp3|flac|aac|ogg|docx|xlsx|pptx|zip|rar|7z|gz)$/i;

/** Returns header and data in one piece, deflated if that saves at least a tenth. */
export function packEntry(
	file: Pick<ZipRecord, "path" | "crc32" | "modifiedAt">,
	data: Uint8Array,
): { bytes: Uint8Array<ArrayBuffer>; method: 0 | 8; dataSize: number } {
	const deflated = COMPRESSED.test(file.path) ? data : deflateRawSync(data);
	const worth = deflated.length <= data.length * 0.9 && data.length > 0;
	const body = worth ? deflated : data;
	const method = worth ? 8 : 0;
	const header = localHeader({ ...file, size: data.length, packedSize: body.length, method });
	const bytes = new Uint8Array(header.length + body.length);
	bytes.set(header);
	bytes.set(body, header.length);
	return { bytes, method, dataSize: body.length };
}
