import { eq, gt, inArray, ne, sql } from "drizzle-orm";
import { files, quarantinedFiles } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { staleRenditions } from "../../core/stale-pages.ts";
import { missingPreviews, renditions } from "./tables.ts";

/** Binds many ids as one parameter. */
const among = (ids: readonly string[]) =>
	sql`(select value from json_each(${JSON.stringify(ids)}))`;

/** Purging the share's prefixes removes the objects. */
export async function deleteShareRenditions(ctx: Ctx, id: string): Promise<void> {
	await ctx.db.delete(renditions).where(eq(renditions.shareId, id));
}

/** For files that are removed or were never published. The caller deletes the objects. */
export async function deleteRenditions(ctx: Ctx, fileIds: readonly string[]): Promise<void> {
	const ofFiles = inArray(renditions.fileId, among(fileIds));
	await ctx.db.batch([
		staleRenditions(
			ctx,
			sql`shares.status = 'published' and shares.id in
				(select ${renditions.shareId} from ${renditions} where ${ofFiles})`,
		),
		ctx.db.delete(renditions).where(ofFiles),
		ctx.db.delete(missingPreviews).where(inArray(missingPreviews.fileId, among(fileIds))),
	]);
}

/** The maximum lifetime of an upload before its files are published. */
const GRACE_MS = 8 * 24 * 60 * 60 * 1000;
const ROWS_PER_RUN = 2000;

/** Removes renditions left by abandoned uploads, among the next files after `from`. */
export async function cleanupRenditions(ctx: Ctx, from: string | null): Promise<string | null> {
	const page = await ctx.db
		.select({
			fileId: renditions.fileId,
			objectKey: renditions.objectKey,
			isOrphan: sql<number>`${renditions.createdAt} < ${ctx.now() - GRACE_MS}
				${
					// Renditions of a whole share have its id and are deleted with it.
					sql`and ${ne(renditions.fileId, renditions.shareId)}`
				}
				and not exists (select 1 from ${files} where ${files.id} = ${renditions.fileId})
				and not exists (select 1 from ${quarantinedFiles} where ${quarantinedFiles.id} = ${renditions.fileId})`.as(
				"is_orphan",
			),
		})
		.from(renditions)
		.where(gt(renditions.fileId, from ?? ""))
		.orderBy(renditions.fileId)
		.limit(ROWS_PER_RUN);
	const orphans = page.filter((row) => row.isOrphan);
	const keys = orphans.flatMap((row) => row.objectKey ?? []);
	// R2 deletes at most a thousand keys per call.
	for (let at = 0; at < keys.length; at += 1000) await ctx.files.delete(keys.slice(at, at + 1000));
	const ids = [...new Set(orphans.map((row) => row.fileId))];
	if (ids.length > 0) await ctx.db.delete(renditions).where(inArray(renditions.fileId, among(ids)));
	return page.length < ROWS_PER_RUN ? null : (page.at(-1)?.fileId ?? null);
}
