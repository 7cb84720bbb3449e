import { and, eq, isNull, lte } from "drizzle-orm";
import type { CreatorCtx, Ctx } from "../../../core/context.ts";
import { staleCreatorPages } from "../../../core/stale-pages.ts";
import { deleteInSteps } from "../../../platform/storage/in-steps.ts";
import { queuePurge } from "../../../platform/storage/purge.ts";
import { creatorHandles, creatorPages } from "../tables.ts";
import { purgeFormer } from "./avatar.ts";
import { avatarPrefix } from "./own-creator-page.ts";
import { heldUntil } from "./set-creator-page.ts";

/** The handle stays reserved for the creator for a year, like any former one. */
export async function deleteCreatorPage(ctx: CreatorCtx): Promise<void> {
	const { db, user } = ctx;
	await db.batch([
		// Removes this picture only: a new page may have another one before the objects are gone.
		purgeFormer(ctx),
		db.delete(creatorPages).where(eq(creatorPages.userId, user.id)),
		db
			.update(creatorHandles)
			.set({ heldUntil: heldUntil(ctx.now()) })
			.where(and(eq(creatorHandles.userId, user.id), isNull(creatorHandles.heldUntil))),
		staleCreatorPages(ctx, user.id),
	]);
}

/** Frees the handles immediately. */
export async function eraseCreatorPage(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db.batch([
		ctx.db.delete(creatorPages).where(eq(creatorPages.userId, userId)),
		ctx.db.delete(creatorHandles).where(eq(creatorHandles.userId, userId)),
		queuePurge(ctx, avatarPrefix(userId)),
		staleCreatorPages(ctx, userId),
	]);
}

export async function pruneHandles(ctx: Ctx): Promise<void> {
	await deleteInSteps(ctx, creatorHandles, lte(creatorHandles.heldUntil, ctx.now()));
}
