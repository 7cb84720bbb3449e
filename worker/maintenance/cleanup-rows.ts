import { and, eq, gt } from "drizzle-orm";
import { filesOf } from "../catalogue/shares/file-rows.ts";
import { shares } from "../catalogue/shares/tables.ts";
import type { Ctx } from "../core/context.ts";
import { readCursor, saveCursor } from "../core/job-cursor.ts";
import { stalePages } from "../core/stale-pages.ts";
import { log } from "../platform/log.ts";
import { nextRevision } from "../platform/storage/revisions.ts";

const NAME = "rows";
const SHARES_PER_RUN = 50;

async function objectSizes(ctx: Ctx, id: string): Promise<Map<string, number>> {
	const sizes = new Map<string, number>();
	let cursor: string | undefined;
	do {
		const listed = await ctx.files.list({ prefix: `originals/${id}/`, ...(cursor && { cursor }) });
		for (const object of listed.objects) sizes.set(object.key, object.size);
		cursor = listed.truncated ? listed.cursor : undefined;
	} while (cursor);
	return sizes;
}

/**
 * Finds published files whose objects are missing or of another size. They can't be restored, but nobody should pay
 * for them: sales stop, and the log alerts the operator.
 */
export async function cleanupRows(ctx: Ctx): Promise<void> {
	const from = await readCursor(ctx, NAME);
	const rows = await ctx.db
		.select({ id: shares.id })
		.from(shares)
		.where(and(eq(shares.status, "published"), gt(shares.id, from ?? "")))
		.orderBy(shares.id)
		.limit(SHARES_PER_RUN);
	for (const { id } of rows) {
		const files = await filesOf(ctx, id);
		const sizes = await objectSizes(ctx, id);
		const lost = files.filter((file) => sizes.get(file.objectKey) !== file.size);
		if (lost.length === 0) continue;
		log("error", "cleanup.object_missing", { share: id, files: lost.map((file) => file.id) });
		await ctx.db.batch([
			ctx.db
				.update(shares)
				.set({ selling: false, ...nextRevision(ctx, shares) })
				.where(eq(shares.id, id)),
			stalePages(ctx, eq(shares.id, id)),
		]);
	}
	await saveCursor(ctx, NAME, rows.length < SHARES_PER_RUN ? null : (rows.at(-1)?.id ?? null));
}
