import { and, asc, eq, gt, gte, inArray, ne, sql } from "drizzle-orm";
import { allFiles, type FileRow, packEntries, shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import { WINDOW } from "../../platform/storage/ranged-object-stream.ts";
import {
	differenceOf,
	type ObjectRecord,
	readThrough,
	UnreadableObject,
} from "../../platform/storage/stored-object.ts";
import { isAvailableToBuyers } from "../../purchases/entitlements/access-sql.ts";
import { checkPackedEntry } from "./check-packed-entry.ts";
import type { Finding } from "./findings.ts";

type StoredFile = { file: FileRow; pack: typeof packEntries.$inferSelect | null };

/** At a byte of a file, with the CRC-32 of the preceding ones. */
export type FileCursor = { fileId: string; offset: number; crc32: number };

/** `cursor` is null at the end. */
export type CheckedBatch = {
	findings: Finding[];
	files: number;
	bytes: number;
	cursor: FileCursor | null;
};

const PAGE = 50;

/** Includes the earlier versions that are kept, which are in no pack. */
function pageFrom(ctx: Ctx, cursor: FileCursor | null): Promise<StoredFile[]> {
	const { fileId, offset } = cursor ?? { fileId: "", offset: 0 };
	const onwards = offset > 0 ? gte : gt;
	return ctx.db
		.select({ file: allFiles, pack: packEntries })
		.from(allFiles)
		.innerJoin(shares, eq(shares.id, allFiles.shareId))
		.leftJoin(packEntries, eq(packEntries.fileId, allFiles.id))
		.where(
			and(
				sql`(${allFiles.state} = 'live' or ${allFiles.kept})`,
				ne(shares.status, "uploading"),
				isAvailableToBuyers(ctx),
				onwards(allFiles.id, fileId),
			),
		)
		.orderBy(asc(allFiles.id))
		.limit(PAGE);
}

/** In bytes. A pack ends with its last entry. */
async function packRecords(
	ctx: Ctx,
	page: readonly StoredFile[],
): Promise<Map<string, ObjectRecord>> {
	const keys = [...new Set(page.flatMap(({ pack }) => pack?.packKey ?? []))];
	if (keys.length === 0) return new Map();
	const rows = await ctx.db
		.select({ key: packEntries.packKey, size: sql<number>`max(pack_offset + pack_length)` })
		.from(packEntries)
		.where(inArray(packEntries.packKey, keys))
		.groupBy(packEntries.packKey);
	return new Map(rows.map(({ key, size }) => [key, { size, etag: null }]));
}

/** Stops after `budget` bytes. */
async function readOn(
	ctx: Ctx,
	file: FileRow,
	from: { offset: number; crc32: number },
	budget: number,
): Promise<{ offset: number; crc32: number }> {
	let { offset, crc32: sum } = from;
	const end = Math.min(file.size, offset + Math.max(budget, 1));
	while (offset < end) {
		const range = { key: file.objectKey, offset, length: Math.min(WINDOW, end - offset) };
		await readThrough(ctx.files, range, { size: file.size, etag: file.etag }, (chunk) => {
			sum = crc32(chunk, sum);
		});
		offset += range.length;
	}
	return { offset, crc32: sum };
}

function findingOf(file: FileRow, reason: unknown): Finding {
	if (!(reason instanceof UnreadableObject)) throw reason;
	const { problem, expected, found } = reason.logFields;
	const { shareId, id: fileId } = file;
	return { problem: String(problem), shareId, fileId, key: reason.key, expected, found };
}

/**
 * Compares stored files and kept earlier versions with their records: length, ETag, CRC-32 of every byte, and the
 * entry in the pack. Stops after about `maxBytes` or `maxFiles`, even within a file.
 */
export async function checkFiles(
	ctx: Ctx,
	from: FileCursor | null,
	{ maxBytes, maxFiles }: { maxBytes: number; maxFiles: number },
): Promise<CheckedBatch> {
	const batch: CheckedBatch = { findings: [], files: 0, bytes: 0, cursor: from };
	for (;;) {
		const page = await pageFrom(ctx, batch.cursor);
		if (page.length === 0) return { ...batch, cursor: null };
		const packs = await packRecords(ctx, page);
		for (const { file, pack } of page) {
			if (batch.bytes >= maxBytes || batch.files >= maxFiles) return batch;
			const begun = batch.cursor?.fileId === file.id ? batch.cursor : { offset: 0, crc32: 0 };
			try {
				const at = await readOn(ctx, file, begun, maxBytes - batch.bytes);
				batch.bytes += at.offset - begun.offset;
				if (at.offset < file.size) {
					batch.cursor = { fileId: file.id, ...at };
					return batch;
				}
				// An empty file has an object too.
				if (file.size === 0) await checkEmpty(ctx, file);
				if (at.crc32 !== file.crc32)
					batch.findings.push({
						problem: "crc32",
						shareId: file.shareId,
						fileId: file.id,
						key: file.objectKey,
						expected: file.crc32,
						found: at.crc32,
					});
			} catch (reason) {
				batch.findings.push(findingOf(file, reason));
			}
			try {
				const record = packs.get(pack?.packKey ?? "") ?? { size: 0, etag: null };
				const difference = pack && (await checkPackedEntry(ctx, { file, pack }, record));
				if (difference !== null)
					batch.findings.push({
						problem: "pack",
						shareId: file.shareId,
						fileId: file.id,
						key: pack?.packKey ?? "",
						found: difference,
					});
			} catch (reason) {
				batch.findings.push(findingOf(file, reason));
			}
			batch.files++;
			batch.cursor = { fileId: file.id, offset: 0, crc32: 0 };
		}
	}
}

async function checkEmpty(ctx: Ctx, file: FileRow): Promise<void> {
	const range = { key: file.objectKey, offset: 0, length: 0 };
	const difference = differenceOf(await ctx.files.head(file.objectKey), {
		size: 0,
		etag: file.etag,
	});
	if (difference) throw new UnreadableObject(range, difference.problem, { ...difference });
}
