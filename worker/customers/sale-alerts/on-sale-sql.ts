import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { areAllDownloadable } from "../../purchases/bundles/parts-sql.ts";
import { closedTo, soldOut } from "../../purchases/entitlements/access-sql.ts";

/* Conditions for queries that select from `shares` and the creator's row of `users`. */

const isThere = sql`(shares.status = 'published' and users.suspended_at is null
	and users.deleted_at is null and users.email_verified_at is not null)`;

/** Requires all parts of a bundle. */
const canBeBought = (ctx: Ctx) => sql`(shares.selling
	and coalesce(shares.expires_at > ${ctx.now()}, 1) and coalesce(shares.opens_at <= ${ctx.now()}, 1)
	and not ${soldOut()} and ${areAllDownloadable(ctx)})`;

export const isOnSale = (ctx: Ctx): SQL<number> =>
	sql<number>`(${isThere} and ${canBeBought(ctx)})`;

/** For shares that may be sold later, and that the viewer may know of. */
export const mayReturn = (ctx: Ctx): SQL<number> =>
	sql<number>`(${isThere} and not ${canBeBought(ctx)}
		and case ${closedTo(ctx)} when 'locked' then 0 when 'not_open' then shares.password_hash is null
			else 1 end)`;

export const isGone = sql`(shares.status in ('deleted', 'taken_down')
	or users.suspended_at is not null or users.deleted_at is not null)`;
