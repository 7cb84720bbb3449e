import { and, type Column, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import {
	editionFile,
	LESSER_EDITIONS,
	type LesserEdition,
} from "../../catalogue/shares/contract/editions.ts";
import type { FileRow } from "../../catalogue/shares/tables.ts";
import { renditions } from "../previews/tables.ts";

/** For queries from `files`: the lesser editions, joined by `isLesserOf`. */
export const lesser = alias(renditions, "lesser");
export const isLesserOf = (fileId: Column) =>
	and(eq(lesser.fileId, fileId), inArray(lesser.kind, LESSER_EDITIONS));

/** Null without a lesser edition; the names are other columns' in no batch. */
export const LESSER_COLUMNS = {
	kind: sql<LesserEdition>`${lesser.kind}`.as("lesser_kind"),
	objectKey: sql<string | null>`${lesser.objectKey}`.as("lesser_key"),
	size: sql<number>`${lesser.size}`.as("lesser_size"),
	etag: sql<string>`${lesser.etag}`.as("lesser_etag"),
	crc32: sql<number>`${lesser.crc32}`.as("lesser_crc32"),
	createdAt: sql<number>`${lesser.createdAt}`.as("lesser_created_at"),
};
type LesserColumns = Pick<FileRow, "size" | "etag" | "crc32" | "createdAt"> & {
	kind: LesserEdition;
	objectKey: string | null;
};
export type Lesser = LesserColumns & { objectKey: string };

export function lesserOf({ lesser }: { lesser: LesserColumns | null }): Lesser | null {
	return lesser && lesser.objectKey !== null ? { ...lesser, objectKey: lesser.objectKey } : null;
}

/** A lesser edition, as a file. */
export function asLesser(file: FileRow, { kind, ...edition }: Lesser): FileRow {
	return { ...file, ...edition, ...editionFile(kind, file.originalName) };
}
