import { eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { nextRevision } from "../../platform/storage/revisions.ts";
import { newFileColumns } from "./file-columns.ts";
import { inChunks, replaceStatements, successors } from "./replace-files.ts";
import { allFiles, type FileRow, files, type NewFile, shares } from "./tables.ts";

/** Null if the new file replaces none. */
const ofReplaced = (column: string) =>
	sql`(SELECT replaced.${sql.raw(column)} FROM earlier_files replaced
		WHERE replaced.id = value->'replaces'->>'file' AND replaced.replaced_by = value->>'id')`;

/** Appends or replaces files while `guard` holds for the share's row. Idempotent. */
export function addFileRows(
	ctx: Ctx,
	id: string,
	added: readonly NewFile[],
	guard = sql`status = 'uploading'`,
) {
	const isThere = sql`EXISTS (SELECT 1 FROM shares WHERE id = ${id} AND ${guard})`;
	const statements = inChunks(added, (rows) =>
		insertWhen(
			ctx.db,
			allFiles,
			{
				id: sql`value->>'id'`,
				shareId: id,
				position: sql`coalesce(${ofReplaced("position")}, key + 1
						+ (SELECT coalesce(max(position), -1) FROM all_files WHERE all_files.share_id = ${id}))`,
				pageOrder: ofReplaced("page_order"),
				originalName: sql`value->>'originalName'`,
				mimeType: sql`value->>'mimeType'`,
				size: sql`value->>'size'`,
				folderPath: sql`value->>'folderPath'`,
				objectKey: sql`value->>'objectKey'`,
				etag: sql`value->>'etag'`,
				crc32: sql`value->>'crc32'`,
				modifiedAt: sql`value->>'modifiedAt'`,
				createdAt: ctx.now(),
				version: sql`coalesce(${ofReplaced("version")} + 1, 1)`,
				versionNote: sql`value->'replaces'->>'note'`,
				...newFileColumns(ofReplaced),
			},
			// A repetition after a crash finds its files, or those that have replaced them since.
			sql`${isThere} AND NOT EXISTS (SELECT 1 FROM all_files known WHERE known.id = value->>'id')`,
			sql`json_each(${rows})`,
		).onConflictDoNothing({ target: allFiles.id }),
	);
	return [
		...replaceStatements(ctx, id, added, isThere),
		...statements,
		ctx.db
			.update(shares)
			.set({
				...nextRevision(ctx, shares),
				...countedFiles(id),
				...(added.some(({ replaces }) => replaces) && successors),
			})
			.where(eq(shares.id, id)),
	] as const;
}

/** `id` is `shares.id`. */
export const countedFiles = (id: string) => ({
	fileCount: sql`(select count(*) from files where files.share_id = ${id})`,
	totalSize: sql`(select coalesce(sum(size), 0) from files where files.share_id = ${id})`,
});

export function filesOf(ctx: Ctx, id: string): Promise<FileRow[]> {
	return ctx.db.select().from(files).where(eq(files.shareId, id)).orderBy(files.position);
}

/** True even if the files were replaced or removed after publication. */
export async function isAdded(
	ctx: Ctx,
	added: readonly NewFile[],
	wasPublished: SQL,
): Promise<boolean> {
	const first = added[0]?.id ?? "";
	const known = await ctx.db.all(sql`select 1 from all_files where id = ${first}
		union all select 1 where ${wasPublished}`);
	return known.length > 0;
}
