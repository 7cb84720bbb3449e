import { and, type Column, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { FileRow } from "../../catalogue/shares/tables.ts";
import { webFile } from "../contract/editions.ts";
import { renditions } from "../previews/tables.ts";

/** For queries from `files`: the web editions, joined by `isWebOf`. */
export const web = alias(renditions, "web");
export const isWebOf = (fileId: Column) => and(eq(web.fileId, fileId), eq(web.kind, "web"));

/** Null without a web edition; the names are other columns' in no batch. */
export const WEB_COLUMNS = {
	objectKey: sql<string | null>`${web.objectKey}`.as("web_key"),
	size: sql<number>`${web.size}`.as("web_size"),
	etag: sql<string>`${web.etag}`.as("web_etag"),
	crc32: sql<number>`${web.crc32}`.as("web_crc32"),
	createdAt: sql<number>`${web.createdAt}`.as("web_created_at"),
};
type WebColumns = Pick<FileRow, "size" | "etag" | "crc32" | "createdAt"> & {
	objectKey: string | null;
};
export type WebEdition = WebColumns & { objectKey: string };

export function webOf({ web }: { web: WebColumns | null }): WebEdition | null {
	return web && web.objectKey !== null ? { ...web, objectKey: web.objectKey } : null;
}

/** A picture's web edition, as a file. */
export function asWeb(file: FileRow, edition: WebEdition): FileRow {
	return { ...file, ...edition, ...webFile(file.originalName) };
}
