import { and, eq, sql } from "drizzle-orm";
import { type Slot, slotRecord, storedRecord } from "../../accounts/plans/upload-slots.ts";
import type { Ctx } from "../../core/context.ts";
import { stalePages } from "../../core/stale-pages.ts";
import { repeatable } from "../../platform/retrying.ts";
import { uploadCompleted } from "./share-events.ts";
import { shares } from "./tables.ts";

/**
 * Prepares other rooms' data, then sets the published flag, the used slot and the stored bytes in one batch.
 * Idempotent; a share deleted in the meantime stays deleted.
 */
export async function publish(
	ctx: Ctx,
	id: string,
	upload: { slot: Slot; bytes: number },
): Promise<void> {
	const { slot, bytes } = upload;
	for (const prepare of ctx.handlers.beforePublish) await prepare(ctx, id);
	const at = ctx.now();
	const statements = [
		ctx.db
			.update(shares)
			.set({ status: "published", publishedAt: at })
			.where(and(eq(shares.id, id), eq(shares.status, "uploading"))),
		slotRecord(ctx, slot),
		// Records no bytes if a deletion has removed the content already.
		storedRecord(
			ctx,
			{ uploadId: slot.uploadId, creatorId: slot.creatorId, shareId: id, bytes },
			sql`exists (select 1 from shares where shares.id = ${id} and shares.status <> 'deleted')`,
		),
		// Matters for a share that gets more files.
		stalePages(ctx, eq(shares.id, id)),
		uploadCompleted(ctx, { ...slot, shareId: id }, at),
	] as const;
	await repeatable(() => ctx.db.batch(statements));
}
