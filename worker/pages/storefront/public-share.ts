import { eq, getTableColumns } from "drizzle-orm";
import { takenDown } from "../../catalogue/shares/public-share.ts";
import type { ShareRow } from "../../catalogue/shares/rows.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { closedTo } from "../../purchases/entitlements/access-sql.ts";
import { refuseClosed } from "../../purchases/entitlements/closed.ts";

/**
 * Returns a share as anyone with only the link sees it. Throws `share.not_found`, `share.taken_down`,
 * `share.removed_by_order`, `share.not_open`, `share.locked` or `share.ended`.
 */
export async function publicShare(ctx: Ctx, slug: string): Promise<ShareRow> {
	const anyone = { ...ctx, credentials: { sessionHash: null, buyerHash: null } };
	const [row] = await ctx.replica
		.select({ ...getTableColumns(shares), closed: closedTo(anyone).as("asks_closed") })
		.from(shares)
		.where(eq(shares.slug, slug));
	if (!row || row.status === "deleted") throw failure("share.not_found");
	if (row.status === "taken_down") throw takenDown(row);
	refuseClosed(row);
	return row;
}
