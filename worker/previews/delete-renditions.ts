import { and, eq, inArray, lt, ne, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { files } from "../shares/tables.ts";
import { renditions } from "./tables.ts";

/** Many ids as one bound parameter. */
const among = (ids: readonly string[]) =>
	sql`(select value from json_each(${JSON.stringify(ids)}))`;

/**
 * After a share was deleted: deletes its renditions' rows; the purge of its prefixes removes the objects.
 */
export async function deleteShareRenditions(ctx: Ctx, id: string): Promise<void> {
	await ctx.db.delete(renditions).where(eq(renditions.shareId, id));
}

/**
 * Deletes the rows of renditions sent before publishing; the upload removes the objects, which it
 * counted.
 */
export async function deleteRenditions(ctx: Ctx, fileIds: readonly string[]): Promise<void> {
	await ctx.db.delete(renditions).where(inArray(renditions.fileId, among(fileIds)));
}

/** The maximum lifetime of an upload before its files are published, in ms. */
const GRACE_MS = 8 * 24 * 60 * 60 * 1000;
const ROWS_PER_RUN = 500;

/** Removes renditions that browsers sent for uploads that were then abandoned. */
export async function cleanupRenditions(ctx: Ctx): Promise<void> {
	const orphans = await ctx.db
		.select({ fileId: renditions.fileId, objectKey: renditions.objectKey })
		.from(renditions)
		.where(
			and(
				lt(renditions.createdAt, ctx.now() - GRACE_MS),
				// Those of a share as a whole have the share's id, and go with it.
				ne(renditions.fileId, renditions.shareId),
				sql`not exists (select 1 from ${files} where ${files.id} = ${renditions.fileId})`,
			),
		)
		.limit(ROWS_PER_RUN);
	if (orphans.length === 0) return;
	const keys = orphans.flatMap((row) => row.objectKey ?? []);
	if (keys.length > 0) await ctx.files.delete(keys);
	const ids = [...new Set(orphans.map((row) => row.fileId))];
	await ctx.db.delete(renditions).where(inArray(renditions.fileId, among(ids)));
}
