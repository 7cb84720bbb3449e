import { eq, inArray, lt, sql } from "drizzle-orm";
import { shares } from "../../catalogue/shares/tables.ts";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { deleteInSteps } from "../../platform/storage/in-steps.ts";
import { buyerUpdates, unsubscribes, updateRecipients } from "./tables.ts";

/** The addresses are the buyers' data. */
export async function exportUpdates(ctx: Ctx, userId: string) {
	const unsubscribed = await ctx.db.$count(unsubscribes, eq(unsubscribes.creatorId, userId));
	const rows = await ctx.db
		.select({ shareId: shares.slug, update: buyerUpdates })
		.from(buyerUpdates)
		.innerJoin(shares, eq(shares.id, buyerUpdates.shareId))
		.where(eq(buyerUpdates.creatorId, userId))
		.orderBy(buyerUpdates.createdAt);
	const messages = rows.map(({ shareId, update: { text, recipients, createdAt } }) => ({
		shareId,
		text,
		recipients,
		createdAt: new Date(createdAt).toISOString(),
	}));
	return { messages, unsubscribed };
}

export async function deleteUpdates(ctx: Ctx, userId: string): Promise<void> {
	const own = ctx.db
		.select({ id: buyerUpdates.id })
		.from(buyerUpdates)
		.where(eq(buyerUpdates.creatorId, userId));
	await ctx.db.batch([
		ctx.db.delete(updateRecipients).where(inArray(updateRecipients.updateId, own)),
		ctx.db.delete(buyerUpdates).where(eq(buyerUpdates.creatorId, userId)),
		ctx.db.delete(unsubscribes).where(eq(unsubscribes.creatorId, userId)),
	]);
}

export async function deleteUpdatesOfShare(ctx: Ctx, shareId: string): Promise<void> {
	const own = ctx.db
		.select({ id: buyerUpdates.id })
		.from(buyerUpdates)
		.where(eq(buyerUpdates.shareId, shareId));
	await ctx.db.batch([
		ctx.db.delete(updateRecipients).where(inArray(updateRecipients.updateId, own)),
		ctx.db.delete(buyerUpdates).where(eq(buyerUpdates.shareId, shareId)),
	]);
}

/** The creator keeps the message itself. */
export async function pruneUpdateRecipients(ctx: Ctx): Promise<void> {
	const before = ctx.now() - RETENTION.mailDays * DAY_MS;
	const old = ctx.db
		.select({ id: buyerUpdates.id })
		.from(buyerUpdates)
		.where(sql`finished_at is not null and ${lt(buyerUpdates.finishedAt, before)}`);
	await deleteInSteps(ctx, updateRecipients, inArray(updateRecipients.updateId, old));
}
