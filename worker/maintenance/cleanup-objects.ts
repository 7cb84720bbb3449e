import { and, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { isStored } from "../catalogue/shares/replace-files.ts";
import {
	allFiles,
	files,
	packEntries,
	quarantinedUploads,
	shares,
} from "../catalogue/shares/tables.ts";
import type { Ctx } from "../core/context.ts";
import { readCursor, saveCursor } from "../core/job-cursor.ts";
import { GRACE_MS } from "../files/uploads/cleanup-uploads.ts";
import { uploads } from "../files/uploads/tables.ts";
import { log } from "../platform/log.ts";

/** Other objects belong to no share. */
export const SHARE_PREFIXES = ["originals/", "packs/", "renditions/"] as const;
const PAGES_PER_RUN = 5;

const shareOf = (key: string) => key.split("/")[1] ?? "";
/** One parameter for many values. */
const among = (values: readonly string[]) =>
	sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/** Leaves renditions of existing shares to the clean-up of previews. */
export async function findOrphans(ctx: Ctx, keys: readonly string[]): Promise<string[]> {
	const ids = [...new Set(keys.map(shareOf))];
	const [alive, uploading, held, originals, packs] = await ctx.db.batch([
		ctx.db
			.select({ id: shares.id })
			.from(shares)
			.where(
				and(
					inArray(shares.id, among(ids)),
					or(
						inArray(shares.status, ["uploading", "published", "taken_down"]),
						// Its own purge removes its content; until then it may be kept for its buyers.
						isNotNull(shares.deletion),
					),
				),
			),
		ctx.db
			.select({ id: uploads.shareId })
			.from(uploads)
			.where(and(inArray(uploads.shareId, among(ids)), eq(uploads.state, "open"))),
		ctx.db
			.select({ id: quarantinedUploads.shareId })
			.from(quarantinedUploads)
			.where(inArray(quarantinedUploads.shareId, among(ids))),
		ctx.db
			.select({ key: allFiles.objectKey })
			.from(allFiles)
			.where(and(inArray(allFiles.objectKey, among(keys)), isStored(ctx))),
		ctx.db
			.selectDistinct({ key: packEntries.packKey })
			.from(packEntries)
			.innerJoin(files, eq(files.id, packEntries.fileId))
			.where(inArray(files.shareId, among(ids))),
	]);
	const living = new Set(alive.map((share) => share.id));
	const busy = new Set([...uploading, ...held].map((upload) => upload.id));
	const used = new Set([...originals, ...packs].map((file) => file.key));
	return keys.filter((key) => {
		if (busy.has(shareOf(key))) return false;
		return !living.has(shareOf(key)) || (!key.startsWith("renditions/") && !used.has(key));
	});
}

async function cleanupPrefix(ctx: Ctx, prefix: string): Promise<void> {
	let cursor = await readCursor(ctx, prefix);
	for (let page = 0; page < PAGES_PER_RUN; page++) {
		const listed = await ctx.files.list({ prefix, ...(cursor && { startAfter: cursor }) });
		const old = listed.objects.filter((object) => object.uploaded.getTime() < ctx.now() - GRACE_MS);
		const orphans = await findOrphans(
			ctx,
			old.map((object) => object.key),
		);
		if (orphans.length > 0) {
			await ctx.files.delete(orphans);
			log("warn", "cleanup.objects", { prefix, removed: orphans.length });
		}
		cursor = listed.truncated ? (listed.objects.at(-1)?.key ?? null) : null;
		await saveCursor(ctx, prefix, cursor);
		if (cursor === null) return;
	}
}

/**
 * Removes objects without a row, once they are older than any inactive upload can be. The next run continues. R2
 * itself removes the parts of incomplete uploads after seven days.
 */
export async function cleanupObjects(ctx: Ctx): Promise<void> {
	for (const prefix of SHARE_PREFIXES) await cleanupPrefix(ctx, prefix);
}
