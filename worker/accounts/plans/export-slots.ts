import { count, eq, sum } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { storedUploads, uploadSlots } from "./tables.ts";

/** Returns how many uploads a creator used in each month (UTC), for the data export. */
export function exportSlots(ctx: Ctx, userId: string) {
	return ctx.db
		.select({ month: uploadSlots.month, uploads: count() })
		.from(uploadSlots)
		.where(eq(uploadSlots.creatorId, userId))
		.groupBy(uploadSlots.month)
		.orderBy(uploadSlots.month);
}

/** Returns how many bytes a creator's published uploads store, for the data export. */
export async function exportStorage(ctx: Ctx, userId: string) {
	const [row] = await ctx.db
		.select({ bytes: sum(storedUploads.bytes).mapWith(Number) })
		.from(storedUploads)
		.where(eq(storedUploads.creatorId, userId));
	return { bytes: row?.bytes ?? 0 };
}
