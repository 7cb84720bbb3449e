import { eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { failure } from "../platform/errors.ts";
import type { ShareRow } from "./rows.ts";
import { shares } from "./tables.ts";

/**
 * Returns a share by its slug, for anyone who has the link; its status is `published` or `uploading`.
 * Throws `share.not_found` when unknown or deleted, `share.taken_down` when an operator took it down.
 */
export async function publicShare(ctx: Ctx, slug: string): Promise<ShareRow> {
	const [row] = await ctx.replica.select().from(shares).where(eq(shares.slug, slug));
	if (!row || row.status === "deleted") throw failure("share.not_found");
	if (row.status === "taken_down") throw failure("share.taken_down");
	return row;
}
