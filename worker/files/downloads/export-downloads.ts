import { count, eq, max } from "drizzle-orm";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { downloadLog } from "./tables.ts";

/** Without the downloaders' identity, which belongs to the buyers' data. */
export async function exportDownloads(ctx: Ctx, userId: string) {
	const rows = await ctx.db
		.select({ shareId: shares.slug, downloads: count(), lastAt: max(downloadLog.at) })
		.from(downloadLog)
		.innerJoin(shares, eq(shares.id, downloadLog.shareId))
		.where(eq(shares.creatorId, userId))
		.groupBy(shares.slug);
	return rows.map(({ lastAt, ...row }) => ({
		...row,
		lastAt: lastAt === null ? null : new Date(lastAt).toISOString(),
	}));
}
