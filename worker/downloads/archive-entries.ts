import { asc, eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import type { ObjectRange } from "../platform/http/http-range.ts";
import type { ObjectRecord } from "../platform/storage/stored-object.ts";
import { files } from "../shares/tables.ts";
import { entryNames } from "./entry-names.ts";
import type { ZipEntry } from "./zip-layout.ts";

type FileRow = typeof files.$inferSelect;

/** A file of a share with its entry in the share's archives. */
export type ArchiveFile = {
	id: string;
	position: number;
	folderPath: string;
	entry: ZipEntry;
	/** of the object that the entry's bytes come from: the file's own or its pack */
	record: ObjectRecord;
};

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

/** How long each pack of a share is, in bytes: it ends with its last entry. */
export function packEndsOf(
	files: readonly Pick<FileRow, "packKey" | "packOffset" | "packLength">[],
): Map<string, number> {
	const ends = new Map<string, number>();
	for (const { packKey, packOffset, packLength } of files) {
		if (packKey === null) continue;
		const end = (packOffset ?? 0) + (packLength ?? 0);
		ends.set(packKey, Math.max(end, ends.get(packKey) ?? 0));
	}
	return ends;
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
	const packEnds = packEndsOf(named.map(({ file }) => file));
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
			record:
				file.packKey === null
					? { size: file.size, etag: file.etag }
					: { size: packEnds.get(file.packKey) ?? 0, etag: null },
		}));
}

function compare(a: readonly number[], b: readonly number[]): number {
	const differs = a.findIndex((value, index) => value !== b[index]);
	return differs === -1 ? 0 : (a[differs] ?? 0) - (b[differs] ?? 0);
}

/** The object that an entry's bytes come from, and which stretch of it they are. */
export function stretchOf({ source, size }: ZipEntry): ObjectRange {
	return source.kind === "packed"
		? source.range
		: { key: source.key, offset: source.offset ?? 0, length: size };
}

/** What the records say of the objects that an archive of these files is read from, by key. */
export function recordsOf(files: readonly ArchiveFile[]): (key: string) => ObjectRecord {
	const records = new Map(files.map(({ entry, record }) => [stretchOf(entry).key, record]));
	return (key) => {
		const record = records.get(key);
		if (!record) throw new Error(`no file of the archive lies in ${key}`);
		return record;
	};
}
