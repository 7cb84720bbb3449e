import { MIB } from "../../contract/constants.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import type { BackupCtx } from "./context.ts";
import { type CopiedMetadata, copyName } from "./format.ts";
import type { OpenCopy } from "./state.ts";

/** Held in memory; larger objects are copied in parts of this size. */
const PART = 16 * MIB;
/** of a large object, in one step */
const STRETCH = 4 * PART;

/** Metadata of a copy about its original. */
export type CopyNotes = { crc32: number; metadata: CopiedMetadata };

const noteOf = (crc: number, source: R2Object): R2PutOptions => {
	const metadata: CopiedMetadata = {
		contentType: source.httpMetadata?.contentType,
		custom: source.customMetadata,
	};
	return { customMetadata: { crc32: String(crc), metadata: JSON.stringify(metadata) } };
};

export function notesOf(copy: R2Object): CopyNotes {
	const { crc32: crc = "0", metadata = "{}" } = copy.customMetadata ?? {};
	return { crc32: Number(crc), metadata: JSON.parse(metadata) as CopiedMetadata };
}

/**
 * Copies an object, or continues a large one, which is read twice: for its sum, and for the copy. Returns the open
 * copy; null at the end, and if the object has been replaced.
 */
export async function copyObject(
	ctx: BackupCtx,
	source: R2Object,
	open: OpenCopy | null,
): Promise<OpenCopy | null> {
	const name = copyName(source.key, source.etag);
	if (source.size <= PART) {
		const bytes = await read(ctx, source, 0);
		if (bytes) await ctx.backup.put(name, bytes, noteOf(crc32(bytes), source));
		return null;
	}
	let copy = open?.name === name ? open : { name, summed: 0, crc32: 0, uploadId: null, parts: [] };
	for (let left = STRETCH; left > 0; left -= PART) {
		const isSummed = copy.summed === source.size;
		const offset = isSummed ? copy.parts.length * PART : copy.summed;
		const bytes = await read(ctx, source, offset);
		if (!bytes) return null;
		if (!isSummed) {
			copy = { ...copy, summed: offset + bytes.length, crc32: crc32(bytes, copy.crc32) };
			continue;
		}
		copy = await withPart(ctx, source, copy, bytes);
		if (offset + bytes.length < source.size) continue;
		await ctx.backup.resumeMultipartUpload(name, copy.uploadId ?? "").complete(copy.parts);
		return null;
	}
	return copy;
}

async function withPart(ctx: BackupCtx, source: R2Object, copy: OpenCopy, bytes: Uint8Array) {
	const { name, parts } = copy;
	// An upload begins with its metadata, so the sum must be known first.
	const upload =
		copy.uploadId === null
			? await ctx.backup.createMultipartUpload(name, noteOf(copy.crc32, source))
			: ctx.backup.resumeMultipartUpload(name, copy.uploadId);
	const part = await upload.uploadPart(parts.length + 1, bytes);
	return { ...copy, uploadId: upload.uploadId, parts: [...parts, part] };
}

async function read(ctx: BackupCtx, source: R2Object, offset: number): Promise<Uint8Array | null> {
	const length = Math.min(PART, source.size - offset);
	if (length === 0) return new Uint8Array();
	const object = await ctx.files.get(source.key, {
		range: { offset, length },
		onlyIf: { etagMatches: source.etag },
	});
	if (!object || !("body" in object)) return null;
	return new Uint8Array(await object.arrayBuffer());
}
