import { Buffer } from "node:buffer";
import { inflateRawSync } from "node:zlib";
import type { Ctx } from "../../context.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import { type ObjectRecord, readThrough } from "../../platform/storage/stored-object.ts";
import type { files } from "../../shares/tables.ts";

type FileRow = typeof files.$inferSelect;

/** A ZIP's local header, up to the name. */
const HEADER = 30;
const SIGNATURE = 0x0403_4b50;

function contentOf(entry: Buffer, file: FileRow): Buffer | null {
	if (entry.length < HEADER || entry.readUInt32LE(0) !== SIGNATURE) return null;
	const method = entry.readUInt16LE(8);
	const from = HEADER + entry.readUInt16LE(26) + entry.readUInt16LE(28);
	const data = entry.subarray(from);
	if (method !== file.packMethod || data.length !== file.packDataSize) return null;
	if (entry.readUInt32LE(14) !== file.crc32) return null;
	return method === 8 ? inflateRawSync(data, { maxOutputLength: file.size + 1 }) : data;
}

/**
 * Reads a small file's entry in its pack as a reader of the archive would, and compares its content
 * with the record. Answers what was found instead, null when all is well.
 * @throws UnreadableObject when the pack is missing or of another length.
 */
export async function checkPackedEntry(
	ctx: Ctx,
	file: FileRow,
	pack: ObjectRecord,
): Promise<string | null> {
	const { packKey, packOffset, packLength } = file;
	if (packKey === null || packOffset === null || packLength === null) return null;
	const range = { key: packKey, offset: packOffset, length: packLength };
	const chunks: Uint8Array[] = [];
	await readThrough(ctx.files, range, pack, (chunk) => chunks.push(chunk));
	try {
		const content = contentOf(Buffer.concat(chunks), file);
		if (content === null) return "another header";
		const isSame = content.length === file.size && crc32(content) === file.crc32;
		return isSame ? null : "another content";
	} catch (error) {
		return `not readable: ${error instanceof Error ? error.message : String(error)}`;
	}
}
