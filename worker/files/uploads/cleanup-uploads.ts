import { and, eq, isNull, lt, notExists, sql } from "drizzle-orm";
import { quotaOf } from "../../accounts/plans/upload-slots.ts";
import { discardShare } from "../../catalogue/shares/erase-share.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { UPLOAD_IDLE_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { log } from "../../platform/log.ts";
import { sessionOf, type UploadRow } from "./fetch-own-upload.ts";
import { uploads } from "./tables.ts";

/** Sessions end by themselves after a day without activity; anything older was missed. */
export const GRACE_MS = 2 * UPLOAD_IDLE_MS;
/** Ended uploads are deleted after this time. */
export const UPLOAD_SHOWN_MS = 30 * UPLOAD_IDLE_MS;
const MAX_ROWS = 200;

async function finishOrAbandon(ctx: Ctx, row: UploadRow): Promise<void> {
	const session = sessionOf(ctx, row.id);
	const status = await session.status(row.creatorId);
	if (status?.state === "completing") return;
	if (status?.state === "done") {
		await ctx.db.update(uploads).set({ state: "done" }).where(eq(uploads.id, row.id));
		return;
	}
	if (status && status.state === "open" && status.lastAt + GRACE_MS > ctx.now()) return;
	log("warn", "cleanup.upload", { upload: row.id, state: status?.state ?? "lost" });
	if (status) {
		await session.abandon(row.creatorId);
		return;
	}
	await discardShare(ctx, row.shareId);
	await quotaOf(ctx, row.creatorId).release(row.id);
	await ctx.db.update(uploads).set({ state: "abandoned" }).where(eq(uploads.id, row.id));
}

/** Ends idle uploads that their sessions missed, and deletes shares whose upload no longer exists. */
export async function cleanupUploads(ctx: Ctx): Promise<void> {
	const before = ctx.now() - GRACE_MS;
	const idle = await ctx.db
		.select()
		.from(uploads)
		.where(and(sql`${uploads.state} = 'open'`, lt(uploads.createdAt, before)))
		.orderBy(uploads.createdAt)
		.limit(MAX_ROWS);
	for (const row of idle) await finishOrAbandon(ctx, row);

	const left = await ctx.db
		.select({ id: shares.id })
		.from(shares)
		.where(
			and(
				sql`${shares.status} = 'uploading'`,
				isNull(shares.checking),
				lt(shares.createdAt, before),
				notExists(
					ctx.db
						.select({ one: sql`1` })
						.from(uploads)
						.where(and(eq(uploads.shareId, shares.id), eq(uploads.state, "open"))),
				),
			),
		)
		.limit(MAX_ROWS);
	for (const share of left) {
		log("warn", "cleanup.share", { share: share.id });
		await discardShare(ctx, share.id);
	}
}
