import { asc, eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { files } from "../shares/tables.ts";
import { entryNames } from "./entry-names.ts";
import type { ZipEntry } from "./zip-layout.ts";

type FileRow = typeof files.$inferSelect;

/** A file of a share with its entry in the share's archives. */
export type ArchiveFile = { id: string; position: number; folderPath: string; entry: ZipEntry };

/** Every file of a share (`shares.id`) with the path it has in all of the share's archives. */
export async function namedFiles(
	ctx: Ctx,
	shareId: string,
): Promise<{ file: FileRow; path: string }[]> {
	const rows = await ctx.db
		.select()
		.from(files)
		.where(eq(files.shareId, shareId))
		.orderBy(asc(files.position));
	const paths = entryNames(rows);
	return rows.map((file, index) => ({ file, path: paths[index] ?? file.id }));
}

function sourceOf(file: FileRow): ZipEntry["source"] {
	const { packKey, packOffset, packLength, packMethod, packDataSize } = file;
	if (packKey === null || packOffset === null || packLength === null || packDataSize === null) {
		return { kind: "stored", key: file.objectKey };
	}
	return {
		kind: "packed",
		range: { key: packKey, offset: packOffset, length: packLength },
		method: packMethod === 8 ? 8 : 0,
		dataSize: packDataSize,
	};
}

/**
 * The entries of a share's archive: folder by folder, in each the packs first, so that small files
 * that lie side by side leave as one read. Any part of the list is in the same order.
 */
export async function archiveFiles(ctx: Ctx, shareId: string): Promise<ArchiveFile[]> {
	const named = await namedFiles(ctx, shareId);
	const folders = new Map<string, number>();
	const packs = new Map<string, number>();
	for (const { file } of named) {
		if (!folders.has(file.folderPath)) folders.set(file.folderPath, file.position);
		if (file.packKey !== null && !packs.has(file.packKey)) packs.set(file.packKey, file.position);
	}
	const rank = ({ file }: { file: FileRow }) => [
		folders.get(file.folderPath) ?? 0,
		packs.get(file.packKey ?? "") ?? Number.MAX_SAFE_INTEGER,
		file.position,
	];
	return named
		.map((one) => ({ ...one, rank: rank(one) }))
		.sort((a, b) => compare(a.rank, b.rank))
		.map(({ file, path }) => ({
			id: file.id,
			position: file.position,
			folderPath: file.folderPath,
			entry: {
				path,
				size: file.size,
				crc32: file.crc32,
				modifiedAt: file.modifiedAt,
				source: sourceOf(file),
			},
		}));
}

function compare(a: readonly number[], b: readonly number[]): number {
	const differs = a.findIndex((value, index) => value !== b[index]);
	return differs === -1 ? 0 : (a[differs] ?? 0) - (b[differs] ?? 0);
}
