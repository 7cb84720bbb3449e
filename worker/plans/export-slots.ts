import { count, eq, sum } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { storedUploads, uploadSlots } from "./tables.ts";

/** How many uploads a creator has used up in each month (UTC), for the data export. */
export function exportSlots(ctx: Ctx, userId: string) {
	return ctx.db
		.select({ month: uploadSlots.month, uploads: count() })
		.from(uploadSlots)
		.where(eq(uploadSlots.creatorId, userId))
		.groupBy(uploadSlots.month)
		.orderBy(uploadSlots.month);
}

/** How many bytes a creator's published uploads keep in the store, for the data export. */
export async function exportStorage(ctx: Ctx, userId: string) {
	const [row] = await ctx.db
		.select({ bytes: sum(storedUploads.bytes).mapWith(Number) })
		.from(storedUploads)
		.where(eq(storedUploads.creatorId, userId));
	return { bytes: row?.bytes ?? 0 };
}
