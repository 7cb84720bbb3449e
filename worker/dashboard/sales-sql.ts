import { type SQL, sql } from "drizzle-orm";

/*
 * What counts as sold and earned, said once: completed purchases, at their prices, less what was
 * given back. A refunded or disputed purchase counts for nothing. `condition` speaks of the
 * purchases as `sold`.
 */

/** How many completed purchases there are. */
export function salesCount(condition: SQL): SQL<number> {
	return sql<number>`(select count(*) from purchases sold
		where sold.state = 'paid' and ${condition})`;
}

/** Their prices less refunds, in cents. */
export function earnedCents(condition: SQL): SQL<number> {
	return sql<number>`(select coalesce(sum(sold.price_cents - sold.refunded_cents), 0)
		from purchases sold where sold.state = 'paid' and ${condition})`;
}
