import { type SQL, sql } from "drizzle-orm";
import { queueCachePurge } from "../platform/queue/cache-purges.ts";
import type { Ctx } from "./context.ts";

const shareTag = (id: string) => `share-${id}`;

const creatorTag = (userId: string) => `creator-${userId}`;

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
 * Statements for a batch that changes anonymous visitors' pages. `where` is a condition on `shares` as the batch has
 * left it, or for a creator any condition.
 */

/** Includes the pages of bundles that contain the shares. */
export const stalePages = (ctx: Ctx, where: SQL | undefined) =>
	queueCachePurge(ctx, {
		cache: "pages",
		tag: sql`${shareTag("")} || stale.id`,
		from: sql`(select shares.id from shares where ${where} union
			select within.bundle_id from shares cross join bundle_parts within
			on within.share_id = shares.id where ${where}) stale`,
	});

export const staleRenditions = (ctx: Ctx, where: SQL | undefined) =>
	queueCachePurge(ctx, { cache: "renditions", ...ofShares(where) });

export const staleCreatorPages = (ctx: Ctx, userId: string, where?: SQL) =>
	queueCachePurge(ctx, { cache: "pages", ...ofCreator(userId, where) });

export const staleCreatorRenditions = (ctx: Ctx, userId: string) =>
	queueCachePurge(ctx, { cache: "renditions", ...ofCreator(userId) });
