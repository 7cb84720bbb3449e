import { eq, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { files } from "../shares/tables.ts";
import { dueImage, makePreviews, runAll } from "./make-share-previews.ts";
import { upsertRendition } from "./rendition-row.ts";
import { duePreviews } from "./tables.ts";

/** The limits of a cron run, in images and ms. */
const IMAGES_PER_RUN = 40;
const RUN_MS = 30_000;

/**
 * Run by the cron: creates previews that publishing had no time for. An image that fails is not tried
 * again.
 */
export async function makeDuePreviews(ctx: Ctx): Promise<void> {
	const due = await ctx.db
		.select(dueImage)
		.from(duePreviews)
		.innerJoin(files, eq(files.id, duePreviews.fileId))
		.orderBy(duePreviews.createdAt)
		.limit(IMAGES_PER_RUN);
	const { made, left } = await makePreviews(ctx, due, RUN_MS);
	const waiting = new Set(left.map((file) => file.id));
	await runAll(ctx, [
		...made.map((row) => upsertRendition(ctx, row)),
		...due
			.filter((file) => !waiting.has(file.id))
			.map((file) => ctx.db.delete(duePreviews).where(eq(duePreviews.fileId, file.id))),
		// What was deleted in the meantime is no longer due.
		ctx.db
			.delete(duePreviews)
			.where(sql`not exists (select 1 from ${files} where ${files.id} = ${duePreviews.fileId})`),
	]);
}
