import { and, eq, inArray } from "drizzle-orm";
import type { CreatorCtx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import type { ShareRow } from "./rows.ts";
import { shares } from "./tables.ts";

/**
 * Returns the signed-in creator's share by its slug. Throws `share.not_found` for other creators' and
 * deleted shares alike.
 */
export async function fetchOwnShare(ctx: CreatorCtx, slug: string): Promise<ShareRow> {
	const [row] = await ctx.db
		.select()
		.from(shares)
		.where(
			and(
				eq(shares.slug, slug),
				eq(shares.creatorId, ctx.user.id),
				inArray(shares.status, ["uploading", "published", "taken_down"]),
			),
		);
	if (!row) throw failure("share.not_found");
	return row;
}

/** Returns `shares.id` of one of the creator's shares, deleted ones too, for lists. Throws `share.not_found`. */
export async function ownShareId(ctx: CreatorCtx, slug: string): Promise<string> {
	const [share] = await ctx.replica
		.select({ id: shares.id })
		.from(shares)
		.where(and(eq(shares.slug, slug), eq(shares.creatorId, ctx.user.id)));
	if (!share) throw failure("share.not_found");
	return share.id;
}
