import { type SQL, sql } from "drizzle-orm";

/**
 * Sold, including what was refunded since; attempts and automatically refunded payments are no sales. In
 * the words of the indexes, which are chosen by them. `sale` is the alias of the purchases.
 */
export const isSold = (sale: SQL): SQL => sql`${sale}.state in ('paid', 'disputed', 'refunded')
	and ${sale}.auto_refund_reason is null`;

/**
 * What the creator has of a sale, in cents: the sum of its ledger entries, so after fees and with what
 * refunds and disputes cost. Until the provider has told its own fee, the quoted one is assumed.
 */
export const netCentsOf = (sale: SQL): SQL<number> =>
	sql<number>`((select coalesce(sum(entry.amount_cents), 0) from ledger entry
		where entry.purchase_id = ${sale}.id) - iif(${sale}.fee_posted, 0, ${sale}.processing_fee_cents))`;
