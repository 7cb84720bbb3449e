import { eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { releaseStorageQuota } from "../plans/upload-slots.ts";
import { shareOfOriginals } from "./object-keys.ts";
import { shares } from "./tables.ts";

/**
 * Gives the storage of a share back to its creator once a purge has removed its originals, which may be
 * long after the share was deleted. Other prefixes hold nothing that counts. Can be repeated.
 */
export async function releaseStorage(ctx: Ctx, keyPrefix: string): Promise<void> {
	const shareId = shareOfOriginals(keyPrefix);
	if (shareId === null) return;
	const [share] = await ctx.db
		.select({ creatorId: shares.creatorId })
		.from(shares)
		.where(eq(shares.id, shareId));
	// A share that never was published has no row, and its upload gave its bytes back itself.
	if (share) await releaseStorageQuota(ctx, { creatorId: share.creatorId, shareId });
}
