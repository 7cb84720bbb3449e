import { type SQL, sql } from "drizzle-orm";

/**
 * In cents; negative for a debt. Reads only purchases whose entries don't sum to 0. The rest of a payment that came
 * too late belongs to its buyer.
 */
export function heldFor(creatorId: SQL, currency: SQL): SQL<number> {
	return sql<number>`(select coalesce(sum(held.cents), 0) from (select sum(entry.amount_cents) as cents
		from purchases open join ledger entry on entry.purchase_id = open.id
		where open.creator_id = ${creatorId} and open.unbalanced_at is not null
		and open.currency = ${currency} and entry.account = 'platform'
		group by open.id having open.auto_refund_reason is null or sum(entry.amount_cents) < 0) held)`;
}
