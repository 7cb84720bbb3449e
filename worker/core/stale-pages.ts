import { type SQL, sql } from "drizzle-orm";
import { queueCachePurge } from "../platform/cache-purges.ts";
import type { Ctx } from "./context.ts";

const shareTag = (id: string) => `share-${id}`;

const creatorTag = (userId: string) => `creator-${userId}`;

/** The `Cache-Tag` of an answer that shows a share. */
export const cacheTags = (share: { id: string; creatorId: string }) =>
	`${shareTag(share.id)},${creatorTag(share.creatorId)}`;

const ofShares = (where: SQL | undefined) => ({
	tag: sql`${shareTag("")} || shares.id`,
	from: sql`shares`,
	where,
});
const ofCreator = (userId: string, where?: SQL) => ({
	tag: sql`${creatorTag(userId)}`,
	where,
});

/**
 * Statements for the batch that changes what anonymous visitors see. `where` is a condition on `shares` as the batch
 * has left it, or for a creator any condition.
 */

/** These shares' pages have changed, and so have those of the bundles that show them. */
export const stalePages = (ctx: Ctx, where: SQL | undefined) =>
	queueCachePurge(ctx, {
		cache: "pages",
		tag: sql`${shareTag("")} || stale.id`,
		from: sql`(select shares.id from shares where ${where} union
			select within.bundle_id from shares cross join bundle_parts within
			on within.share_id = shares.id where ${where}) stale`,
	});

/** Renditions of these shares are no longer shown. */
export const staleRenditions = (ctx: Ctx, where: SQL | undefined) =>
	queueCachePurge(ctx, { cache: "renditions", ...ofShares(where) });

/** The pages of all of the creator's shares have changed. */
export const staleCreatorPages = (ctx: Ctx, userId: string, where?: SQL) =>
	queueCachePurge(ctx, { cache: "pages", ...ofCreator(userId, where) });

/** None of the creator's renditions is shown any more. */
export const staleCreatorRenditions = (ctx: Ctx, userId: string) =>
	queueCachePurge(ctx, { cache: "renditions", ...ofCreator(userId) });
