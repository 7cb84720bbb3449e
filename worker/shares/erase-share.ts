import { eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { queuePurge } from "../platform/storage/purge.ts";
import { sharePrefixes } from "./object-keys.ts";
import { files, shares } from "./tables.ts";

/**
 * Removes the content of a deleted share for good: its objects go by purges that are retried until
 * they are done. Purchases and used slots stay, and the row with the title, for the books. `id` is
 * `shares.id`. Can be repeated.
 */
export async function eraseShare(ctx: Ctx, id: string): Promise<void> {
	// While the files' rows are still there, so that other slices find what is theirs.
	for (const clear of ctx.handlers.beforeErase) await clear(ctx, id);
	const [first, ...rest] = sharePrefixes(id).map((prefix) => queuePurge(ctx, prefix));
	if (!first) return;
	await ctx.db.batch([
		first,
		...rest,
		ctx.db.delete(files).where(eq(files.shareId, id)),
		ctx.db.update(shares).set({ description: null, deletion: null }).where(eq(shares.id, id)),
	]);
}
