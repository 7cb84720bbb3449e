import { type SQL, sql } from "drizzle-orm";
import { isSold, netCentsOf } from "../entitlements/sold-sql.ts";

/*
 * Defines what counts as sold and earned, in one place: completed purchases, at their prices, less
 * refunds. A fully refunded or disputed purchase does not count. In `condition` the purchases are aliased
 * as `sold`.
 */

/** The number of completed purchases. */
export function salesCount(condition: SQL): SQL<number> {
	return sql<number>`(select count(*) from purchases sold
		where sold.state = 'paid' and ${condition})`;
}

/** Their prices less refunds, in cents. */
export function earnedCents(condition: SQL): SQL<number> {
	return sql<number>`(select coalesce(sum(sold.price_cents - sold.refunded_cents), 0)
		from purchases sold where sold.state = 'paid' and ${condition})`;
}

/**
 * What the creator has of all sales, in cents: after fees, with what refunded and disputed ones have cost,
 * as the list of sales has it.
 */
export function netCents(condition: SQL): SQL<number> {
	return sql<number>`(select coalesce(sum(${netCentsOf(sql`sold`)}), 0) from purchases sold
		where ${isSold(sql`sold`)} and ${condition})`;
}
