import { and, eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { type Slot, slotRecord } from "../plans/upload-slots.ts";
import { shares } from "./tables.ts";

/**
 * Makes a share whose rows are all there visible and for sale: what other slices prepare comes
 * first, the published flag and the used-up slot in one batch last. Can be repeated; a share that
 * is deleted meanwhile stays deleted.
 */
export async function publish(ctx: Ctx, id: string, slot: Slot): Promise<void> {
	for (const prepare of ctx.handlers.beforePublish) await prepare(ctx, id);
	await ctx.db.batch([
		ctx.db
			.update(shares)
			.set({ status: "published", publishedAt: ctx.now() })
			.where(and(eq(shares.id, id), eq(shares.status, "uploading"))),
		slotRecord(ctx, slot),
	]);
}
