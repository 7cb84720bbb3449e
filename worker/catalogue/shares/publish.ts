import { and, eq, sql } from "drizzle-orm";
import {
	type Slot,
	slotRecord,
	storedRecord,
	uploadedBytes,
} from "../../accounts/plans/upload-slots.ts";
import type { Ctx } from "../../core/context.ts";
import { stalePages } from "../../core/stale-pages.ts";
import { repeatable } from "../../platform/retrying.ts";
import { nextRevision } from "../../platform/storage/revisions.ts";
import { addFileRows } from "./file-rows.ts";
import { quarantinedFilesOf, writeChecking } from "./quarantine.ts";
import { finishReplacing, packsBefore } from "./replace-files.ts";
import { uploadCompleted } from "./share-events.ts";
import { quarantinedUploads, shares } from "./tables.ts";

/** One batch; idempotent; a deleted share stays deleted. `bytes`: of the files. */
export async function publish(
	ctx: Ctx,
	id: string,
	upload: { slot: Slot; bytes: number; files: readonly { id: string }[] },
): Promise<void> {
	const { slot, bytes, files } = upload;
	for (const prepare of ctx.handlers.beforePublish) await prepare(ctx, id);
	const at = ctx.now();
	const statements = [
		ctx.db
			.update(shares)
			.set({ status: "published", publishedAt: at, ...nextRevision(ctx, shares) })
			.where(and(eq(shares.id, id), eq(shares.status, "uploading"))),
		slotRecord(ctx, slot),
		// Records no bytes if a deletion has removed the content already.
		storedRecord(
			ctx,
			{
				uploadId: slot.uploadId,
				creatorId: slot.creatorId,
				shareId: id,
				bytes: uploadedBytes(bytes, files),
			},
			sql`exists (select 1 from shares where shares.id = ${id} and shares.status <> 'deleted')`,
		),
		// Matters for a share that gets more files.
		stalePages(ctx, eq(shares.id, id)),
		uploadCompleted(ctx, { ...slot, shareId: id }, at),
	] as const;
	await repeatable(() => ctx.db.batch(statements));
}

/** Only once: the creator may remove files while later steps are repeated. */
const mayAdd = (uploadId: string) => sql`status in ('uploading', 'published', 'taken_down')
	and exists (select 1 from quarantined_uploads where quarantined_uploads.id = ${uploadId} and state <> 'added')`;

/** Every step is idempotent; a deleted share publishes nothing. */
export async function publishQuarantined(ctx: Ctx, uploadId: string): Promise<void> {
	const [upload] = await ctx.db
		.select()
		.from(quarantinedUploads)
		.where(eq(quarantinedUploads.id, uploadId));
	if (!upload) return;
	const { shareId, creatorId, month, bytes, addsTo } = upload;
	const added = await quarantinedFilesOf(ctx, "id", uploadId);
	const oldPacks = await packsBefore(ctx, shareId, added);
	const [first, ...rest] = addFileRows(ctx, shareId, added, mayAdd(uploadId));
	const noted = ctx.db
		.update(quarantinedUploads)
		.set({ state: "added" })
		.where(eq(quarantinedUploads.id, uploadId));
	// The page shows earlier buyers when the share changed.
	const changed = ctx.db.update(shares).set({ changedAt: ctx.now() }).where(eq(shares.id, shareId));
	const stale = stalePages(ctx, eq(shares.id, shareId));
	await repeatable(() =>
		ctx.db.batch([first, ...rest, noted, ...(addsTo ? [changed] : []), stale]),
	);
	await publish(ctx, shareId, { slot: { creatorId, uploadId, month }, bytes, files: added });
	await finishReplacing(ctx, { shareId, creatorId }, added, oldPacks);
	await repeatable(() =>
		ctx.db.batch([
			ctx.db.delete(quarantinedUploads).where(eq(quarantinedUploads.id, uploadId)),
			writeChecking(ctx, shareId),
			stalePages(ctx, eq(shares.id, shareId)),
		]),
	);
}
