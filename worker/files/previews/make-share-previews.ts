import { eq, sql } from "drizzle-orm";
import { files, shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { stalePages } from "../../core/stale-pages.ts";
import { systemClock } from "../../platform/clock.ts";
import { log, serializeError } from "../../platform/log.ts";
import { runTasks } from "../../platform/queue/queue.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import { FIRST_PREVIEWS } from "./contract/previews.ts";
import { type DueImage, selectDue } from "./due-previews.ts";
import {
	type ImagePreview,
	makeDisplay,
	makeImagePreview,
	makeSample,
	makeWeb,
} from "./make-image-preview.ts";
import { noteMade } from "./missing-previews.ts";
import { leaseRendition } from "./put-file-preview.ts";
import {
	contentHash,
	dataUri,
	type RenditionRow,
	renditionKey,
	storeRenditions,
} from "./rendition-row.ts";
import { renditions } from "./tables.ts";

/** Each is one stream in and some kilobytes out. */
const CONCURRENCY = 4;
/** Publishing waits this long for the page's first previews; the next minute's job makes the rest. */
const TIMEOUT_MS = 3_000;
const ROWS_PER_BATCH = 50;

async function rowOf(
	ctx: Ctx,
	file: DueImage,
	kind: "image" | "sample" | "display" | "web",
	made: ImagePreview,
): Promise<RenditionRow> {
	const { bytes, mimeType, width, height } = made;
	const hash = await contentHash(bytes);
	const row = { fileId: file.id, shareId: file.shareId, kind, hash, mimeType, width, height };
	const stored = { ...row, size: bytes.length, createdAt: ctx.now() };
	if (kind === "image") return { ...stored, inline: dataUri(mimeType, bytes) };
	const objectKey = renditionKey(file.shareId, file.id, kind, ctx.id());
	await leaseRendition(ctx, { ...file, objectKey, bytes: bytes.length });
	const object = await ctx.files.put(objectKey, bytes);
	const edition = { etag: object?.etag, crc32: crc32(bytes), edge: file.webEdge };
	return { ...stored, objectKey, ...(kind === "web" && edition) };
}

async function previewRows(ctx: Ctx, file: DueImage): Promise<RenditionRow[]> {
	const rows: RenditionRow[] = [];
	try {
		const image = file.lacksImage ? await makeImagePreview(ctx, file) : null;
		if (image) rows.push(await rowOf(ctx, file, "image", image));
		const sample = file.lacksSample ? await makeSample(ctx, file) : null;
		if (sample) rows.push(await rowOf(ctx, file, "sample", sample));
		const display = file.lacksDisplay ? await makeDisplay(ctx, file) : null;
		if (display) rows.push(await rowOf(ctx, file, "display", display));
		const web = file.webEdge ? await makeWeb(ctx, file, file.webEdge) : null;
		if (web) rows.push(await rowOf(ctx, file, "web", web));
	} catch (error) {
		// A missing rendition does not prevent publishing: the page shows a placeholder.
		log("warn", "preview.failed", { file: file.id, ...serializeError(error) });
	}
	return rows;
}

/** Returns rows, and the files that were tried within `timeoutMs`. */
async function makePreviews(ctx: Ctx, due: readonly DueImage[], timeoutMs: number) {
	const queue = [...due];
	const made: RenditionRow[] = [];
	const tried = new Set<string>();
	// Measures elapsed time: a cron run's context stays at its scheduled time.
	const ends = systemClock() + timeoutMs;
	const work = async () => {
		while (systemClock() < ends) {
			const file = queue.shift();
			if (!file) return;
			made.push(...(await previewRows(ctx, file)));
			tried.add(file.id);
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, work));
	return { made, tried };
}

/** True if a browser sends previews during the upload that is being published. */
async function isBroughtByBrowser(ctx: Ctx, shareId: string): Promise<boolean> {
	const [found] = await ctx.db.all(sql`select 1 from uploads
		join ${renditions} sent on sent.share_id = uploads.share_id and sent.created_at >= uploads.created_at
		where uploads.share_id = ${shareId} and uploads.state = 'open' limit 1`);
	return found !== undefined;
}

/**
 * Makes the page's first previews of pictures without any: tiny rasters, and unmarked samples. A browser that has
 * sent some sends the rest. Idempotent; never throws for an image.
 */
export async function makeSharePreviews(
	ctx: Ctx,
	id: string,
	timeoutMs = TIMEOUT_MS,
): Promise<void> {
	const due = (await selectDue(ctx, eq(files.shareId, id)))
		.filter(({ lacksImage, lacksSample }) => lacksImage || lacksSample)
		.map((file) => ({ ...file, lacksDisplay: 0, webEdge: null }));
	if (due.length === 0 || (await isBroughtByBrowser(ctx, id))) return;
	const { made } = await makePreviews(ctx, due.slice(0, FIRST_PREVIEWS), timeoutMs);
	await storeRenditions(ctx, made);
}

const RUN_MS = 30_000;

/** Makes previews that publishing had no time for, unless a browser has sent them. Tries each image once. */
export function makeDuePreviews(ctx: Ctx): Promise<void> {
	return runTasks(ctx, {
		kind: "preview",
		limit: 200,
		waits: [60_000],
		isFair: true,
		run: async (tasks) => {
			const ids = JSON.stringify(tasks.map(({ key }) => key));
			const due = await selectDue(ctx, sql`files.id in (select value from json_each(${ids}))`);
			const { made, tried } = await makePreviews(ctx, due, RUN_MS);
			const left = new Set(due.map(({ id }) => id).filter((id) => !tried.has(id)));
			for (let at = 0; at < made.length; at += ROWS_PER_BATCH) {
				const rows = made.slice(at, at + ROWS_PER_BATCH);
				const ids = rows.map(({ fileId }) => fileId);
				const pages = Array.from(new Set(rows.map(({ shareId }) => shareId)), (id) =>
					stalePages(ctx, eq(shares.id, id)),
				);
				await storeRenditions(ctx, rows, [noteMade(ctx, ids), ...pages]);
			}
			return tasks.filter(({ key }) => !left.has(key));
		},
	});
}
