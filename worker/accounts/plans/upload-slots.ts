import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { UNLIMITED } from "../../contract/constants.ts";
import { PLANS, type StorageLimits } from "../../contract/plans.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { formatSize } from "../../files/contract/files.ts";
import { failure } from "../../platform/errors.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import type { TransactionLimits } from "../contract.ts";
import { storedUploads, uploadSlots } from "./tables.ts";

/** In bytes. */
export function storageLimits({ config }: Pick<Ctx, "config">): StorageLimits {
	return {
		unverified: config.STORAGE_UNVERIFIED_GB,
		free: config.STORAGE_FREE_GB,
		pro: config.STORAGE_PRO_GB,
	};
}

/** In bytes; reduced until the address is confirmed. */
export function storageQuota(ctx: CreatorCtx): number {
	const limits = storageLimits(ctx);
	const byPlan = limits[ctx.user.plan];
	return ctx.user.emailVerified ? byPlan : Math.min(byPlan, limits.unverified);
}

export type Slot = { creatorId: string; uploadId: string; month: string };

export function quotaOf(ctx: Pick<Ctx, "env">, creatorId: string) {
	return ctx.env.UPLOAD_QUOTA.getByName(creatorId);
}

export function quotaExceeded(
	ctx: CreatorCtx,
	bytes: { used: number; limit: number; needed: number },
) {
	const { emailVerified, plan } = ctx.user;
	const advice = !emailVerified
		? "Confirm your email address for more space, or delete shares you no longer need."
		: plan === "free"
			? "Delete shares you no longer need, or upgrade to Pro for more space."
			: "Delete shares you no longer need.";
	return failure("storage.quota_exceeded", {
		message: `There isn't enough space for this upload: it needs ${formatSize(bytes.needed)}, and ${formatSize(bytes.used)} of your ${formatSize(bytes.limit)} are in use. ${advice}`,
		details: { ...bytes, emailVerified, plan },
	});
}

/** Repeating it renews the lease. `held`: the upload had its slot already. */
export async function reserveSlot(
	ctx: CreatorCtx,
	upload: { uploadId: string; bytes: number },
	leaseMs: number,
): Promise<{ slot: Slot; held: boolean }> {
	const now = ctx.now();
	const limit = PLANS[ctx.user.plan].uploadsPerMonth;
	const quota = storageQuota(ctx);
	const { refused, held, stored, month } = await quotaOf(ctx, ctx.user.id).reserve({
		...upload,
		creatorId: ctx.user.id,
		limit,
		quota,
		now,
		expiresAt: now + leaseMs,
	});
	if (refused === "uploads") throw failure("upload.limit_reached", { details: { limit } });
	if (refused === "storage")
		throw quotaExceeded(ctx, { used: stored, limit: quota, needed: upload.bytes });
	return { slot: { creatorId: ctx.user.id, uploadId: upload.uploadId, month }, held };
}

export function slotRecord(ctx: Ctx, slot: Slot, condition = sql`true`) {
	return insertWhen(
		ctx.db,
		uploadSlots,
		{ ...slot, at: ctx.now() },
		condition,
	).onConflictDoNothing();
}

export function storedRecord(
	ctx: Ctx,
	stored: { uploadId: string; creatorId: string; shareId: string; bytes: SQL<number> },
	condition: SQL,
) {
	return insertWhen(ctx.db, storedUploads, stored, condition).onConflictDoNothing();
}

const isPreviewOf = (fileIds: readonly string[]): SQL =>
	sql`renditions.file_id in (select value from json_each(${JSON.stringify(fileIds)}))`;

/** Bytes of an upload's files, in `size`, and of their previews so far; later previews have records of their own. */
export const uploadedBytes = (size: number, files: readonly { id: string }[]): SQL<number> =>
	sql<number>`${size} + (select coalesce(sum(renditions.size), 0) from renditions
		where renditions.object_key is not null and ${isPreviewOf(files.map(({ id }) => id))})`;

/**
 * Records of negative bytes for removed files, and for the previews of removed or replaced ones; also reads the share's
 * for the quota.
 */
export function releasedRecords(
	ctx: Ctx,
	released: {
		creatorId: string;
		/** `shares.id` */
		shareId: string;
		files: readonly { id: string; size: number }[];
		/** `files.id` */
		previewsOf: readonly string[];
		condition: SQL;
	},
) {
	const { creatorId, shareId, condition } = released;
	const rows = JSON.stringify(released.files.map(({ id, size }) => ({ id, size })));
	return [
		insertWhen(
			ctx.db,
			storedUploads,
			{
				uploadId: sql`'removed:' || (value->>'id')`,
				creatorId,
				shareId,
				bytes: sql`-(value->>'size')`,
			},
			condition,
			sql`json_each(${rows})`,
		).onConflictDoNothing(),
		previewRecords(ctx, "removed", sql`${condition} and ${isPreviewOf(released.previewsOf)}`),
		ctx.db
			.select()
			.from(storedUploads)
			.where(and(eq(storedUploads.shareId, shareId), lt(storedUploads.bytes, 0))),
	] as const;
}

export const previewRecordId = (objectKey: string) => `preview:${objectKey}`;

/** Counts stored previews of a published share, or takes back what was counted of them. */
export function previewRecords(ctx: Ctx, as: "preview" | "removed", areMeant: SQL) {
	return insertWhen(
		ctx.db,
		storedUploads,
		{
			uploadId: sql`${`${as}:`} || renditions.object_key`,
			creatorId: sql`shares.creator_id`,
			shareId: sql`renditions.share_id`,
			bytes: as === "preview" ? sql`renditions.size` : sql`-renditions.size`,
		},
		sql`renditions.object_key is not null and ${areMeant}`,
		sql`renditions cross join shares on shares.id = renditions.share_id`,
	)
		.onConflictDoNothing()
		.returning();
}

/** Must follow the removal of the originals. Idempotent. */
export async function releaseStorageQuota(
	ctx: Ctx,
	{ creatorId, shareId }: { creatorId: string; shareId: string },
): Promise<void> {
	await ctx.db.delete(storedUploads).where(eq(storedUploads.shareId, shareId));
	await quotaOf(ctx, creatorId).releaseStorage(creatorId, shareId, ctx.now());
}

/** Counts unfinished uploads. */
export async function transactionLimits(ctx: CreatorCtx): Promise<TransactionLimits> {
	const now = ctx.now();
	const plan = PLANS[ctx.user.plan];
	const limit = plan.uploadsPerMonth;
	const quota = quotaOf(ctx, ctx.user.id);
	const [used, stored] = await Promise.all([
		quota.used(ctx.user.id, now),
		quota.stored(ctx.user.id, now),
	]);
	return {
		// After a downgrade more may be used than the plan allows.
		remaining: limit < 0 ? UNLIMITED : Math.max(0, limit - used),
		limit,
		used,
		resetsAt: new Date(nextMonth(now)).toISOString(),
		plan: plan.id,
		storage: { used: stored, limit: storageQuota(ctx) },
	};
}

function nextMonth(ms: number): number {
	const date = new Date(ms);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
