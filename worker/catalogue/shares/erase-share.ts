import { and, eq, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { queuePurge } from "../../platform/storage/purge.ts";
import { dropHeld } from "./hold-files.ts";
import { deleteUnused } from "./licence.ts";
import { sharePrefixes } from "./object-keys.ts";
import { earlierFiles, files, shares } from "./tables.ts";

/** Never bought, alone or in a bundle: no receipt names it. */
const isUnsold = sql`not exists (select 1 from purchases
	where purchases.share_id = shares.id and purchases.paid_at is not null)
	and not exists (select 1 from purchase_parts bought cross join purchases on purchases.id = bought.purchase_id
		where bought.share_id = shares.id and purchases.paid_at is not null)`;

const isOfNobody = sql`${isUnsold} and exists (select 1 from users
	where users.id = shares.creator_id and users.deleted_at is not null)`;

/** Removes the titles of a creator's erased shares that were never sold, with the account. */
export async function eraseTitles(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db
		.update(shares)
		.set({ title: "", titleKey: null })
		.where(
			and(
				eq(shares.creatorId, userId),
				eq(shares.status, "deleted"),
				isNull(shares.deletion),
				isUnsold,
			),
		);
}

/**
 * Removes the content of a deleted share for good: purges remove its objects, retried until done. Purchases, their
 * licences, used slots and the row with the title are kept for the ledger; without a sale, the title goes with the
 * account. `id` is `shares.id`. Idempotent.
 */
export async function eraseShare(ctx: Ctx, id: string): Promise<void> {
	// Must run while the files' rows still exist, so that other rooms can find what belongs to them.
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
			.set({
				status: "deleted",
				title: sql`case when ${isOfNobody} then '' else ${shares.title} end`,
				titleKey: null,
				description: null,
				passwordHash: null,
				unlockHash: null,
				externalId: null,
				licenceId: null,
				deletion: null,
				checking: null,
			})
			.where(eq(shares.id, id)),
		deleteUnused(ctx, id, true),
	]);
}
