import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { heldPurchase, needsNoPurchase } from "../entitlements/access-sql.ts";
import type { PartState } from "./own-price.ts";

/**
 * The condition on `shares` that what it offers can be downloaded by those who buy it now: an end of the
 * downloads has not passed.
 */
export function isDownloadable(ctx: Ctx): SQL {
	return sql`(shares.status = 'published' and not (shares.ends_access
		and coalesce(shares.expires_at <= ${ctx.now()}, 0)))`;
}

/** The condition on `shares` that they are free for everyone who has the link. */
export function isFreeByLink(ctx: Ctx): SQL<number> {
	return sql<number>`(${needsNoPurchase(ctx)} and shares.password_hash is null
		and coalesce(shares.opens_at, 0) <= ${ctx.now()})`;
}

/** The condition on `shares` that all parts of a bundle are such shares; true for what is no bundle. */
export function areAllDownloadable(ctx: Ctx): SQL {
	return sql`not exists (select 1 from (select shares.id as id) bundle
		cross join bundle_parts within on within.bundle_id = bundle.id
		cross join shares on shares.id = within.share_id where not ${isDownloadable(ctx)})`;
}

/**
 * All that the price and the contents of a bundle depend on for the viewer, as one value to compare; read it
 * with `partsOf`. `bundleId` is an expression without columns of the query around it, which may select
 * from `shares`.
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

/** The parts that `partsState` has read. */
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
