import { eq, inArray } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { buyerUpdates, updateRecipients } from "./tables.ts";

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
