import { eq, inArray, sql } from "drizzle-orm";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { presentSource } from "../../purchases/views/source.ts";
import { shareDays } from "../../purchases/views/tables.ts";

export async function exportAnalytics(ctx: Ctx, userId: string) {
	const rows = await ctx.db
		.select({
			shareId: shares.slug,
			day: shareDays.day,
			source: shareDays.source,
			country: shareDays.country,
			views: shareDays.views,
			begun: shareDays.begun,
		})
		.from(shareDays)
		.innerJoin(shares, eq(shares.id, shareDays.shareId))
		.where(eq(shares.creatorId, userId))
		.orderBy(shares.slug, shareDays.day);
	return rows.map((row) => ({ ...row, source: presentSource(row.source) }));
}

export async function deleteAnalytics(ctx: Ctx, userId: string): Promise<void> {
	const own = sql`(select id from shares where creator_id = ${userId})`;
	await ctx.db.delete(shareDays).where(inArray(shareDays.shareId, own));
}
