import { and, eq, ne } from "drizzle-orm";
import type { CreatorCtx, Ctx } from "../context.ts";
import { errorFacts, log } from "../platform/log.ts";
import { queuePurge, runPurges } from "../platform/purge.ts";
import { sharePrefixes } from "./object-keys.ts";
import { ownShare } from "./own-share.ts";
import { files, shares } from "./tables.ts";

/**
 * Takes a share off the system: nobody sees or downloads it from this moment, its objects go by
 * purges that are retried until they are done. Purchases and used slots stay. `id` is `shares.id`.
 * Can be repeated.
 */
export async function removeShare(ctx: Ctx, id: string): Promise<void> {
	await ctx.db
		.update(shares)
		.set({ status: "deleted", selling: false, deletedAt: ctx.now() })
		.where(eq(shares.id, id));
	// While the files' rows are still there, so that other slices find what is theirs.
	for (const clear of ctx.handlers.afterDelete) await clear(ctx, id);
	const [first, ...rest] = sharePrefixes(id).map((prefix) => queuePurge(ctx, prefix));
	if (!first) return;
	await ctx.db.batch([
		first,
		...rest,
		ctx.db.delete(files).where(eq(files.shareId, id)),
		// The row stays for the books; what it said of its content goes.
		ctx.db.update(shares).set({ description: null }).where(eq(shares.id, id)),
	]);
}

/** Removes every share of a creator whose account is deleted. Can be repeated. */
export async function removeSharesOfCreator(ctx: Ctx, userId: string): Promise<void> {
	const rows = await ctx.db
		.select({ id: shares.id })
		.from(shares)
		.where(and(eq(shares.creatorId, userId), ne(shares.status, "deleted")));
	for (const row of rows) await removeShare(ctx, row.id);
}

/** Deletes the creator's share. Throws `share.not_found`. */
export async function deleteShare(ctx: CreatorCtx, shareId: string): Promise<void> {
	const share = await ownShare(ctx, shareId);
	await removeShare(ctx, share.id);
	// The cron does it too; this only saves the wait.
	ctx.waitUntil(
		runPurges(ctx).catch((error: unknown) => log("warn", "purge.postponed", errorFacts(error))),
	);
}
