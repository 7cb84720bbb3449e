import { count, eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { shares } from "../shares/tables.ts";
import { shareViews } from "./tables.ts";

/** Returns views of a creator's shares by day (UTC), for the data export. */
export function exportViews(ctx: Ctx, userId: string) {
	return ctx.db
		.select({ shareId: shares.slug, day: shareViews.day, views: count() })
		.from(shareViews)
		.innerJoin(shares, eq(shares.id, shareViews.shareId))
		.where(eq(shares.creatorId, userId))
		.groupBy(shares.slug, shareViews.day)
		.orderBy(shares.slug, shareViews.day);
}
