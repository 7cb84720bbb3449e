import { eq } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { staleCreatorPages } from "../../core/stale-pages.ts";
import { nextRevision } from "../../platform/storage/revisions.ts";
import { shares } from "./tables.ts";

export async function stopSalesOfCreator(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db.batch([
		ctx.db
			.update(shares)
			.set({ selling: false, ...nextRevision(ctx, shares) })
			.where(eq(shares.creatorId, userId)),
		staleCreatorPages(ctx, userId),
	]);
}
