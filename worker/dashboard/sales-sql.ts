import { type SQL, sql } from "drizzle-orm";

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
 * What the creator gets of them after all fees, in cents: by the ledger for payments by card, where the
 * provider's usual fee is assumed until it has posted the real one.
 */
export function netCents(condition: SQL): SQL<number> {
	return sql<number>`(select coalesce(sum(case when sold.route <> 'card'
		then sold.price_cents - sold.refunded_cents
		else (select coalesce(sum(ledger.amount_cents), 0) from ledger where ledger.purchase_id = sold.id)
			- case when exists (select 1 from ledger
				where ledger.cause_key = 'processing_fee:' || sold.id) then 0 else sold.processing_fee_cents end
		end), 0) from purchases sold where sold.state = 'paid' and ${condition})`;
}
