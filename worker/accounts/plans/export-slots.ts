import { count, eq, sum } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { storedUploads, uploadSlots } from "./tables.ts";

export function exportSlots(ctx: Ctx, userId: string) {
	return ctx.db
		.select({ month: uploadSlots.month, uploads: count() })
		.from(uploadSlots)
		.where(eq(uploadSlots.creatorId, userId))
		.groupBy(uploadSlots.month)
		.orderBy(uploadSlots.month);
}

export async function exportStorage(ctx: Ctx, userId: string) {
	const [row] = await ctx.db
		.select({ bytes: sum(storedUploads.bytes).mapWith(Number) })
		.from(storedUploads)
		.where(eq(storedUploads.creatorId, userId));
	return { bytes: row?.bytes ?? 0 };
}
