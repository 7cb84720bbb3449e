import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { sourceOf } from "./source.ts";
import { shareDays } from "./tables.ts";
import { isViewer, limited, viewerOf } from "./viewer.ts";

/**
 * For `purchases.source`: from the page that led to the payment, or else from this viewer's view today. Null for a
 * buyer who asks not to be tracked.
 */
export async function purchaseSource(ctx: Ctx, shareId: string): Promise<SQL<string> | null> {
	const from = sourceOf(ctx.visit, ctx.config.APP_ORIGIN);
	if (from === null) return null;
	const viewer = await viewerOf(ctx, shareId, ctx.visit);
	const own = limited(from.source, viewer);
	if (from.isNamed) return own;
	return sql<string>`coalesce((select source from share_views where ${isViewer(viewer)}), ${own})`;
}

/** Once per buyer and share. */
export function countBegun(ctx: Ctx, purchaseId: string) {
	return insertWhen(
		ctx.db,
		shareDays,
		{
			shareId: sql`fresh.share_id`,
			day: sql`date(fresh.created_at / 1000, 'unixepoch')`,
			source: sql`coalesce(fresh.source, '')`,
			country: countryOf("fresh"),
			begun: 1,
		},
		sql`fresh.id = ${purchaseId} and not exists (select 1 from purchases earlier
			where earlier.buyer_id = fresh.buyer_id and earlier.share_id = fresh.share_id
			and earlier.id <> fresh.id)`,
		sql`purchases fresh`,
	).onConflictDoUpdate({
		target: [shareDays.shareId, shareDays.day, shareDays.source, shareDays.country],
		set: { begun: sql`begun + 1` },
	});
}

/** For statistics; empty if the buyer asks not to be tracked. */
export function countryOf(purchase: string): SQL<string> {
	const column = (name: string) => sql.raw(`${purchase}.${name}`);
	return sql<string>`case when ${column("source")} is null then ''
		else coalesce(${column("edge_country")}, '') end`;
}
