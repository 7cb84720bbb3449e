import { and, eq, isNull, sql } from "drizzle-orm";
import { releaseStorageQuota } from "../../accounts/plans/upload-slots.ts";
import type { Ctx } from "../../core/context.ts";
import { log, serializeError } from "../../platform/log.ts";
import { queuePurge, removePrefix } from "../../platform/queue/purge.ts";
import { nextRevision } from "../../platform/storage/revisions.ts";
import { deleteUnused } from "./licence.ts";
import { shareOfOriginals, sharePrefixes } from "./object-keys.ts";
import { dropQuarantined } from "./quarantine.ts";
import { allFiles, shares } from "./tables.ts";

/** Never bought, alone or in a bundle, so no receipt names it. */
const isUnsold = sql`not exists (select 1 from purchases
	where purchases.share_id = shares.id and purchases.paid_at is not null)
	and not exists (select 1 from purchase_parts bought cross join purchases on purchases.id = bought.purchase_id
		where bought.share_id = shares.id and purchases.paid_at is not null)`;

const isOfNobody = sql`${isUnsold} and exists (select 1 from users
	where users.id = shares.creator_id and users.deleted_at is not null)`;

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

/** Purchases, licences and used slots stay for the ledger, and so does the title if there was a sale. Idempotent. */
export async function eraseShare(ctx: Ctx, id: string): Promise<void> {
	// Must precede the deletion of the files' rows, which other rooms read.
	for (const clear of ctx.handlers.beforeErase) await clear(ctx, id);
	const [first, ...rest] = sharePrefixes(id).map((prefix) => queuePurge(ctx, prefix));
	if (!first) return;
	await ctx.db.batch([
		first,
		...rest,
		ctx.db.delete(allFiles).where(eq(allFiles.shareId, id)),
		dropQuarantined(ctx, id),
		ctx.db
			.update(shares)
			.set({
				...nextRevision(ctx, shares),
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

/** For a share that was never published; queues a purge for objects that can't be removed now. */
export async function discardShare(ctx: Ctx, id: string): Promise<void> {
	const [share] = await ctx.db
		.select({ status: shares.status })
		.from(shares)
		.where(eq(shares.id, id));
	if (share && share.status !== "uploading") return;
	await ctx.db.batch([
		ctx.db.delete(allFiles).where(eq(allFiles.shareId, id)),
		dropQuarantined(ctx, id),
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
