import { eq, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { insertWhen } from "../platform/storage/insert-when.ts";
import type { FileRow } from "./rows.ts";
import { files, shares } from "./tables.ts";

/** A file whose bytes are stored, about to be inserted as a row. */
export type NewFile = Pick<
	FileRow,
	| "id"
	| "originalName"
	| "mimeType"
	| "size"
	| "folderPath"
	| "objectKey"
	| "etag"
	| "crc32"
	| "modifiedAt"
>;

/** Keeps a statement's parameter well below D1's 2 MB for any file names. */
const ROWS_PER_STATEMENT = 400;

/**
 * Returns the statements that append files to a share and update its counts; for one batch. Two thousand
 * files are six statements. Idempotent. `guard` is a condition on the share's row under which files may
 * still be added.
 */
export function addFileRows(
	ctx: Ctx,
	id: string,
	added: readonly NewFile[],
	guard = sql`status = 'uploading'`,
) {
	const statements = [];
	for (let from = 0; from < added.length; from += ROWS_PER_STATEMENT) {
		const rows = JSON.stringify(added.slice(from, from + ROWS_PER_STATEMENT));
		statements.push(
			insertWhen(
				ctx.db,
				files,
				{
					id: sql`value->>'id'`,
					shareId: id,
					position: sql`(SELECT coalesce(max(position), -1) + 1 FROM files WHERE share_id = ${id}) + key`,
					originalName: sql`value->>'originalName'`,
					mimeType: sql`value->>'mimeType'`,
					size: sql`value->>'size'`,
					folderPath: sql`value->>'folderPath'`,
					objectKey: sql`value->>'objectKey'`,
					etag: sql`value->>'etag'`,
					crc32: sql`value->>'crc32'`,
					modifiedAt: sql`value->>'modifiedAt'`,
					createdAt: ctx.now(),
				},
				sql`EXISTS (SELECT 1 FROM shares WHERE id = ${id} AND ${guard})`,
				sql`json_each(${rows})`,
			).onConflictDoNothing({ target: files.id }),
		);
	}
	return [
		...statements,
		ctx.db
			.update(shares)
			.set({
				fileCount: sql`(SELECT count(*) FROM files WHERE files.share_id = ${id})`,
				totalSize: sql`(SELECT coalesce(sum(size), 0) FROM files WHERE files.share_id = ${id})`,
			})
			.where(eq(shares.id, id)),
	] as const;
}

/** Returns all files of a share in their order; `id` is `shares.id`. */
export function filesOf(ctx: Ctx, id: string): Promise<FileRow[]> {
	return ctx.db.select().from(files).where(eq(files.shareId, id)).orderBy(files.position);
}
