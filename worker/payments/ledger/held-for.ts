import { type SQL, sql } from "drizzle-orm";

/**
 * What the platform holds for a creator, in cents; negative for a debt. Adds up the purchases whose entries
 * there do not sum to 0: the others, by far the most, would add nothing.
 */
export function heldFor(creatorId: SQL): SQL<number> {
	return sql<number>`(select coalesce(sum(entry.amount_cents), 0) from purchases open
		join ledger entry on entry.purchase_id = open.id
		where open.creator_id = ${creatorId} and open.unbalanced_at is not null
		and entry.account = 'platform')`;
}
