import { asc, eq, getViewSelectedFields, type SQL } from "drizzle-orm";
import type { Edition } from "../../catalogue/shares/contract/editions.ts";
import { files, packEntries } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import type { ObjectRange } from "../../platform/http/http-range.ts";
import type { ObjectRecord } from "../../platform/storage/stored-object.ts";
import { asLesser, isLesserOf, LESSER_COLUMNS, type Lesser, lesser, lesserOf } from "./editions.ts";
import { entryNames } from "./entry-names.ts";
import type { ZipEntry } from "./zip-layout.ts";

type FileRow = typeof files.$inferSelect;
type PackEntry = typeof packEntries.$inferSelect;

export type NamedFile = {
	file: FileRow;
	/** `packEnd`: the pack's size in bytes */
	pack: (PackEntry & { packEnd: number }) | null;
	path: string;
};

export type ArchiveFile = {
	id: string;
	position: number;
	folderPath: string;
	entry: ZipEntry;
	/** the object with the entry's bytes: the file's own or its pack */
	record: ObjectRecord;
};

/** With their packed entries and lesser editions. */
export function readFiles(ctx: Ctx, ofShare: SQL | undefined) {
	return ctx.db
		.select({ file: getViewSelectedFields(files), pack: packEntries, lesser: LESSER_COLUMNS })
		.from(files)
		.leftJoin(packEntries, eq(packEntries.fileId, files.id))
		.leftJoin(lesser, isLesserOf(files.id))
		.where(ofShare)
		.orderBy(asc(files.position));
}

type ReadFile = Awaited<ReturnType<typeof readFiles>>[number];

/**
 * Returns the files of which `editionOf` names an edition that exists; by default all originals. Names depend on all
 * files of the share, so that all of its archives of originals have the same paths; a packed entry that has another
 * name in its pack is read from the file's own object.
 */
export function nameFiles(
	rows: readonly ReadFile[],
	editionOf: (row: { file: FileRow; lesser: Lesser | null }) => Edition | null = () => "full",
): NamedFile[] {
	const originals = entryNames(rows.map(({ file }) => file));
	const chosen = rows.map(({ file, pack, ...row }) => {
		const lesser = lesserOf(row);
		const edition = editionOf({ file, lesser });
		return lesser && edition === lesser.kind
			? { file: asLesser(file, lesser), pack: null, edition }
			: { file, pack, edition: edition === "full" ? edition : null };
	});
	const paths = chosen.some(({ edition }) => edition && edition !== "full")
		? entryNames(chosen.map(({ file }) => file))
		: originals;
	const packEnds = packEndsOf(rows);
	return chosen.flatMap(({ file, pack, edition }, at) => {
		const path = paths[at] ?? file.id;
		const packed = path === originals[at] ? pack : null;
		const packEnd = packEnds.get(packed?.packKey ?? "") ?? 0;
		return edition ? [{ file, pack: packed && { ...packed, packEnd }, path }] : [];
	});
}

function sourceOf({ file, pack }: NamedFile): ZipEntry["source"] {
	if (pack === null) return { kind: "stored", key: file.objectKey };
	return {
		kind: "packed",
		range: { key: pack.packKey, offset: pack.packOffset, length: pack.packLength },
		method: pack.packMethod === 8 ? 8 : 0,
		dataSize: pack.packDataSize,
	};
}

/** In bytes. A pack ends with its last entry. */
function packEndsOf(rows: readonly Pick<ReadFile, "pack">[]): Map<string, number> {
	const ends = new Map<string, number>();
	for (const { pack } of rows) {
		if (pack === null) continue;
		const end = pack.packOffset + pack.packLength;
		ends.set(pack.packKey, Math.max(end, ends.get(pack.packKey) ?? 0));
	}
	return ends;
}

/** Orders entries by folder, packs first, so that adjacent small files take one read. */
export function archiveFiles(named: readonly NamedFile[]): ArchiveFile[] {
	const folders = new Map<string, number>();
	const packs = new Map<string, number>();
	for (const { file, pack } of named) {
		if (!folders.has(file.folderPath)) folders.set(file.folderPath, file.position);
		if (pack !== null && !packs.has(pack.packKey)) packs.set(pack.packKey, file.position);
	}
	const rank = ({ file, pack }: NamedFile) => [
		folders.get(file.folderPath) ?? 0,
		packs.get(pack?.packKey ?? "") ?? Number.MAX_SAFE_INTEGER,
		file.position,
	];
	return named
		.map((one) => ({ ...one, rank: rank(one) }))
		.sort((a, b) => compare(a.rank, b.rank))
		.map(({ file, pack, path }) => ({
			id: file.id,
			position: file.position,
			folderPath: file.folderPath,
			entry: {
				path,
				size: file.size,
				crc32: file.crc32,
				modifiedAt: file.modifiedAt,
				source: sourceOf({ file, pack, path }),
			},
			record:
				pack === null ? { size: file.size, etag: file.etag } : { size: pack.packEnd, etag: null },
		}));
}

function compare(a: readonly number[], b: readonly number[]): number {
	const differs = a.findIndex((value, index) => value !== b[index]);
	return differs === -1 ? 0 : (a[differs] ?? 0) - (b[differs] ?? 0);
}

export function rangeOf({ source, size }: ZipEntry): ObjectRange {
	return source.kind === "packed"
		? source.range
		: { key: source.key, offset: source.offset ?? 0, length: size };
}

export function recordsOf(files: readonly ArchiveFile[]): (key: string) => ObjectRecord {
	const records = new Map(files.map(({ entry, record }) => [rangeOf(entry).key, record]));
	return (key) => {
		const record = records.get(key);
		if (!record) throw new Error(`no file of the archive lies in ${key}`);
		return record;
	};
}
