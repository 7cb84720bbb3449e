import { eq, lte } from "drizzle-orm";
import { files, shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { stalePages } from "../../core/stale-pages.ts";
import { dueImage, makePreviews, runAll } from "./make-share-previews.ts";
import { noteMade } from "./missing-previews.ts";
import { upsertRendition } from "./rendition-row.ts";
import { duePreviews } from "./tables.ts";

/** Per run. */
const IMAGES_PER_RUN = 40;
const RUN_MS = 30_000;

/** For the cron: makes previews that publishing had no time for. A failed image is not tried again. */
export async function makeDuePreviews(ctx: Ctx): Promise<void> {
	const waiting = await ctx.db
		.select({ fileId: duePreviews.fileId, file: dueImage })
		.from(duePreviews)
		.leftJoin(files, eq(files.id, duePreviews.fileId))
		.where(lte(duePreviews.createdAt, ctx.now()))
		.orderBy(duePreviews.createdAt)
		.limit(IMAGES_PER_RUN);
	// A file deleted in the meantime is no longer due.
	const due = waiting.flatMap(({ file }) => file ?? []);
	const { made, left } = await makePreviews(ctx, due, RUN_MS);
	const untried = new Set(left.map((file) => file.id));
	await runAll(ctx, [
		...made.map((row) => upsertRendition(ctx, row)),
		noteMade(
			ctx,
			made.map(({ fileId }) => fileId),
		),
		...Array.from(new Set(made.map((row) => row.shareId)), (id) =>
			stalePages(ctx, eq(shares.id, id)),
		),
		...waiting
			.filter(({ fileId }) => !untried.has(fileId))
			.map(({ fileId }) => ctx.db.delete(duePreviews).where(eq(duePreviews.fileId, fileId))),
	]);
}
