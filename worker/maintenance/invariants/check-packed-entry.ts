import { Buffer } from "node:buffer";
import { inflateRawSync } from "node:zlib";
import type { files, packEntries } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import { type ObjectRecord, readThrough } from "../../platform/storage/stored-object.ts";

type PackedFile = {
	file: Pick<typeof files.$inferSelect, "size" | "crc32">;
	pack: typeof packEntries.$inferSelect;
};

/** of a ZIP's local header, up to the name */
const HEADER = 30;
const SIGNATURE = 0x0403_4b50;

function contentOf(entry: Buffer, { file, pack }: PackedFile): Buffer | null {
	if (entry.length < HEADER || entry.readUInt32LE(0) !== SIGNATURE) return null;
	const method = entry.readUInt16LE(8);
	const from = HEADER + entry.readUInt16LE(26) + entry.readUInt16LE(28);
	const data = entry.subarray(from);
	if (method !== pack.packMethod || data.length !== pack.packDataSize) return null;
	if (entry.readUInt32LE(14) !== file.crc32) return null;
	return method === 8 ? inflateRawSync(data, { maxOutputLength: file.size + 1 }) : data;
}

/**
 * Reads a small file's entry like an archive's reader. Returns the difference, or null. Throws `UnreadableObject`
 * if the pack is missing or of another length.
 */
export async function checkPackedEntry(
	ctx: Ctx,
	{ file, pack }: PackedFile,
	record: ObjectRecord,
): Promise<string | null> {
	const range = { key: pack.packKey, offset: pack.packOffset, length: pack.packLength };
	const chunks: Uint8Array[] = [];
	await readThrough(ctx.files, range, record, (chunk) => chunks.push(chunk));
	try {
		const content = contentOf(Buffer.concat(chunks), { file, pack });
		if (content === null) return "another header";
		const isSame = content.length === file.size && crc32(content) === file.crc32;
		return isSame ? null : "another content";
	} catch (error) {
		return `not readable: ${error instanceof Error ? error.message : String(error)}`;
	}
}
