import { eq } from "drizzle-orm";
import { releaseStorageQuota } from "../../accounts/plans/upload-slots.ts";
import type { Ctx } from "../../core/context.ts";
import { shareOfOriginals } from "./object-keys.ts";
import { shares } from "./tables.ts";

/**
 * Releases a share's storage to its creator once a purge has removed its originals, maybe long after the share was
 * deleted. Other prefixes contain nothing that counts. Idempotent.
 */
export async function releaseStorage(ctx: Ctx, keyPrefix: string): Promise<void> {
	const shareId = shareOfOriginals(keyPrefix);
	if (shareId === null) return;
	const [share] = await ctx.db
		.select({ creatorId: shares.creatorId })
		.from(shares)
		.where(eq(shares.id, shareId));
	// A share that was never published has no row, and its upload has released its bytes itself.
	if (share) await releaseStorageQuota(ctx, { creatorId: share.creatorId, shareId });
}
