import { eq } from "drizzle-orm";
import { releaseStorageQuota } from "../../accounts/plans/upload-slots.ts";
import type { Ctx } from "../../core/context.ts";
import { shareOfOriginals } from "./object-keys.ts";
import { shares } from "./tables.ts";

/** Called once a purge has removed the originals. Idempotent. */
export async function releaseStorage(ctx: Ctx, keyPrefix: string): Promise<void> {
	const shareId = shareOfOriginals(keyPrefix);
	if (shareId === null) return;
	const [share] = await ctx.db
		.select({ creatorId: shares.creatorId })
		.from(shares)
		.where(eq(shares.id, shareId));
	// A share that was never published has no row; its upload has released the bytes.
	if (share) await releaseStorageQuota(ctx, { creatorId: share.creatorId, shareId });
}
