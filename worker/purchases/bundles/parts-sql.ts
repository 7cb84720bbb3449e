import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { heldPurchase, needsNoPurchase } from "../entitlements/access-sql.ts";
import type { PartState } from "./own-price.ts";

/** For `shares` and new buyers. */
export function isDownloadable(ctx: Ctx): SQL {
	return sql`(shares.status = 'published' and not (shares.ends_access
		and coalesce(shares.expires_at <= ${ctx.now()}, 0)))`;
}

/** For `shares`: free for everyone with the link. */
export function isFreeByLink(ctx: Ctx): SQL<number> {
	return sql<number>`(${needsNoPurchase(ctx)} and shares.password_hash is null
		and coalesce(shares.opens_at, 0) <= ${ctx.now()})`;
}

/** For `shares`; true for those that aren't bundles. */
export function areAllDownloadable(ctx: Ctx): SQL {
	return sql`not exists (select 1 from (select shares.id as id) bundle
		cross join bundle_parts within on within.bundle_id = bundle.id
		cross join shares on shares.id = within.share_id where not ${isDownloadable(ctx)})`;
}

/**
 * For `partsOf`: one comparable value of everything that a bundle's price and contents depend on. `bundleId` is an
 * expression without columns of the outer query, which may select from `shares`.
 */
export function partsState(ctx: Ctx, bundleId: SQL): SQL<string> {
	return sql<string>`(select json_group_array(json_array(state.id, state.cents, state.offered, state.held,
			state.free, state.changed_at)) from (
		select shares.id as id, shares.price_cents as cents, ${isDownloadable(ctx)} as offered,
			${heldPurchase(ctx)} is not null as held, ${isFreeByLink(ctx)} as free, shares.changed_at as changed_at
		from bundle_parts within cross join shares on shares.id = within.share_id
		where within.bundle_id = ${bundleId} order by within.position) state)`;
}

type StateRow = [string, number, number, number, number, number | null];

export function partsOf(state: string): PartState[] {
	return (JSON.parse(state) as StateRow[]).map(([id, cents, offered, held, free, changedAt]) => ({
		id,
		cents,
		offered: offered === 1,
		held: held === 1,
		free: free === 1,
		changedAt,
	}));
}
