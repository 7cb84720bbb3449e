import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { log, serializeError } from "../../platform/log.ts";
import { queuePurge, removePrefix } from "../../platform/storage/purge.ts";
import { dropHeld } from "./hold-files.ts";
import { sharePrefixes } from "./object-keys.ts";
import { files, shares } from "./tables.ts";

/** Removes a share that was never published; queues a purge for objects that can't be removed now. */
export async function discardShare(ctx: Ctx, id: string): Promise<void> {
	const [share] = await ctx.db
		.select({ status: shares.status })
		.from(shares)
		.where(eq(shares.id, id));
	if (share && share.status !== "uploading") return;
	await ctx.db.batch([
		ctx.db.delete(files).where(eq(files.shareId, id)),
		...dropHeld(ctx, id),
		ctx.db.delete(shares).where(and(eq(shares.id, id), eq(shares.status, "uploading"))),
	]);
	await ctx.db.run(sql`delete from renditions where share_id = ${id} and file_id = ${id}`);
	for (const prefix of sharePrefixes(id)) {
		try {
			await removePrefix(ctx.files, prefix);
		} catch (error) {
			log("warn", "discard.postponed", { prefix, ...serializeError(error) });
			await queuePurge(ctx, prefix);
		}
	}
}
