import { and, eq, inArray } from "drizzle-orm";
import type { CreatorCtx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { type ShareRow, shares } from "./tables.ts";

export const notYours = () => failure("share.not_found", { reason: "share.not_yours" });

/** Leaves out deleted shares. */
export const isOwnShare = (ctx: CreatorCtx, slug: string) =>
	and(
		eq(shares.slug, slug),
		eq(shares.creatorId, ctx.user.id),
		inArray(shares.status, ["uploading", "published", "taken_down"]),
	);

/** Throws `share.not_found` for other creators' and deleted shares. */
export async function fetchOwnShare(ctx: CreatorCtx, slug: string): Promise<ShareRow> {
	const [row] = await ctx.db.select().from(shares).where(isOwnShare(ctx, slug));
	if (!row) throw notYours();
	return row;
}

/** Includes deleted shares. */
export async function ownShareId(ctx: CreatorCtx, slug: string): Promise<string> {
	const [share] = await ctx.replica
		.select({ id: shares.id })
		.from(shares)
		.where(and(eq(shares.slug, slug), eq(shares.creatorId, ctx.user.id)));
	if (!share) throw notYours();
	return share.id;
}

export function takenDown({ legalOrder }: Pick<ShareRow, "legalOrder">) {
	return failure(legalOrder ? "share.removed_by_order" : "share.taken_down");
}
