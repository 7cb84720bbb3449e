import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { files, shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { stalePages } from "../../core/stale-pages.ts";
import { systemClock } from "../../platform/clock.ts";
import { log, serializeError } from "../../platform/log.ts";
import { MAX_IMAGE_BYTES, makeImagePreview, RASTER_TYPES } from "./make-image-preview.ts";
import { noteMade } from "./missing-previews.ts";
import { contentHash, dataUri, type RenditionRow, upsertRendition } from "./rendition-row.ts";
import { duePreviews, renditions } from "./tables.ts";

/** Each is one stream in and some kilobytes out. */
const CONCURRENCY = 4;
/** How long publishing waits; the cron makes the rest. */
const TIMEOUT_MS = 20_000;
const STATEMENTS_PER_BATCH = 50;

type DueImage = { id: string; shareId: string; objectKey: string; size: number };

const dueImage = {
	id: files.id,
	shareId: files.shareId,
	objectKey: files.objectKey,
	size: files.size,
};

async function previewRow(ctx: Ctx, file: DueImage): Promise<RenditionRow | null> {
	try {
		const made = await makeImagePreview(ctx, file);
		if (!made) return null;
		return {
			fileId: file.id,
			shareId: file.shareId,
			kind: "image",
			hash: await contentHash(new Uint8Array(made.bytes)),
			mimeType: made.mimeType,
			size: made.bytes.length,
			width: made.width,
			height: made.height,
			inline: dataUri(made.mimeType, made.bytes),
			createdAt: ctx.now(),
		};
	} catch (error) {
		// A missing rendition does not prevent publishing: the page shows a placeholder.
		log("warn", "preview.failed", { file: file.id, ...serializeError(error) });
		return null;
	}
}

/** Returns rows, and the files not tried within `timeoutMs`. */
async function makePreviews(
	ctx: Ctx,
	due: readonly DueImage[],
	timeoutMs: number,
): Promise<{ made: RenditionRow[]; left: DueImage[] }> {
	const queue = [...due];
	const made: RenditionRow[] = [];
	// Measures elapsed time: a cron run's context stays at its scheduled time.
	const ends = systemClock() + timeoutMs;
	const work = async () => {
		while (systemClock() < ends) {
			const file = queue.shift();
			if (!file) return;
			const row = await previewRow(ctx, file);
			if (row) made.push(row);
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, work));
	return { made, left: queue };
}

async function runAll(ctx: Ctx, statements: readonly BatchItem<"sqlite">[]): Promise<void> {
	for (let at = 0; at < statements.length; at += STATEMENTS_PER_BATCH) {
		const [first, ...rest] = statements.slice(at, at + STATEMENTS_PER_BATCH);
		if (first) await ctx.db.batch([first, ...rest]);
	}
}

/** Makes tiny rasters of images without one from the browser. Idempotent; never throws for an image. */
export async function makeSharePreviews(
	ctx: Ctx,
	id: string,
	timeoutMs = TIMEOUT_MS,
): Promise<void> {
	const due = await ctx.db
		.select(dueImage)
		.from(files)
		.where(
			and(
				eq(files.shareId, id),
				inArray(files.mimeType, RASTER_TYPES),
				lte(files.size, MAX_IMAGE_BYTES),
				sql`not exists (select 1 from ${renditions} r where r.file_id = ${files.id} and r.kind = 'image')`,
			),
		)
		.orderBy(files.position);
	const { made, left } = await makePreviews(ctx, due, timeoutMs);
	await runAll(ctx, [
		...made.map((row) => upsertRendition(ctx, row)),
		...left.map((file) =>
			ctx.db
				.insert(duePreviews)
				.values({ fileId: file.id, createdAt: ctx.now() })
				.onConflictDoNothing(),
		),
	]);
}

const IMAGES_PER_RUN = 40;
const RUN_MS = 30_000;

/** Makes previews that publishing had no time for. Failed images aren't tried again. */
export async function makeDuePreviews(ctx: Ctx): Promise<void> {
	const waiting = await ctx.db
		.select({ fileId: duePreviews.fileId, file: dueImage })
		.from(duePreviews)
		.leftJoin(files, eq(files.id, duePreviews.fileId))
		.where(lte(duePreviews.createdAt, ctx.now()))
		.orderBy(duePreviews.createdAt)
		.limit(IMAGES_PER_RUN);
	// Files deleted in the meantime aren't due.
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
