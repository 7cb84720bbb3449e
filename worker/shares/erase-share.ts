import { eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { queuePurge } from "../platform/storage/purge.ts";
import { dropHeld } from "./hold-files.ts";
import { deleteUnused } from "./licence.ts";
import { sharePrefixes } from "./object-keys.ts";
import { earlierFiles, files, shares } from "./tables.ts";

/**
 * Removes the content of a deleted share for good: its objects are removed by purges, which are retried
 * until done. Purchases, the licences that they refer to, used slots and the row with the title are kept for the ledger. `id` is
 * `shares.id`. Idempotent.
 */
export async function eraseShare(ctx: Ctx, id: string): Promise<void> {
	// While the files' rows still exist, so that other slices can find what belongs to them.
	for (const clear of ctx.handlers.beforeErase) await clear(ctx, id);
	const [first, ...rest] = sharePrefixes(id).map((prefix) => queuePurge(ctx, prefix));
	if (!first) return;
	await ctx.db.batch([
		first,
		...rest,
		ctx.db.delete(files).where(eq(files.shareId, id)),
		ctx.db.delete(earlierFiles).where(eq(earlierFiles.shareId, id)),
		...dropHeld(ctx, id),
		ctx.db
			.update(shares)
			.set({ description: null, licenceId: null, deletion: null, checking: null })
			.where(eq(shares.id, id)),
		deleteUnused(ctx, id),
	]);
}
