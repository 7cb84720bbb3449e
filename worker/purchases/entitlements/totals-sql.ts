import { type SQL, sql } from "drizzle-orm";
import { isSold, netCentsOf } from "./sold-sql.ts";
import { totals } from "./tables.ts";

/** The condition of being a creator's row over everything. */
export const isOverall = (creatorId: SQL) =>
	sql`creator_id = ${creatorId} and share_id = '' and day = ''`;

/** What the running totals have of a share, for queries that select from `shares`. */
export function totalOfShare(
	figure: "sales" | "earned_cents" | "net_cents" | "views",
): SQL<number> {
	return sql<number>`coalesce((select ${sql.identifier(figure)} from ${totals}
		where totals.creator_id = shares.creator_id and totals.share_id = shares.id and totals.day = ''), 0)`;
}

/**
 * The query for the rows that `totals` should have of these creators (a subquery), from all that is summed up.
 * A row may come in several pieces, which add up. It is the twin of the triggers: the nightly check and a
 * property test compare them.
 */
export function countedTotals(creatorIds: SQL): SQL {
	const sold = isSold(sql`purchases`);
	return sql`with counted as (
		select creator_id, share_id, date(coalesce(paid_at, 0) / 1000, 'unixepoch') as day,
			state = 'paid' as sales, iif(state = 'paid', price_cents - refunded_cents, 0) as earned_cents,
			iif(${sold}, ${netCentsOf(sql`purchases`)}, 0) as net_cents, 0 as views
		from purchases where creator_id in ${creatorIds} and state in ('paid', 'disputed', 'refunded')
		union all
		select shares.creator_id, shares.id, share_days.day, 0, 0, 0, share_days.views
		from shares join share_days on share_days.share_id = shares.id
		where shares.creator_id in ${creatorIds}
	)
	select creator_id, '' as share_id, '' as day, sales, earned_cents, net_cents, views,
		0 as platform_cents, 0 as connected_cents, 0 as outside_cents from counted
	union all
	select creator_id, share_id, '', sales, earned_cents, net_cents, views, 0, 0, 0 from counted
	union all
	select creator_id, '', day, sales, earned_cents, 0, views, 0, 0, 0 from counted
	union all
	select creator_id, '', '', 0, 0, 0, 0, iif(account = 'platform', amount_cents, 0),
		iif(account = 'connected', amount_cents, 0), iif(account = 'outside', amount_cents, 0)
	from ledger where creator_id in ${creatorIds}`;
}
