import { sql } from "drizzle-orm";

/**
 * The condition on a purchase and its share, both rows of the query, that its buyer loses what was bought with the creator's
 * account: content is there, or was a bundle's, whose parts are, though the bundle itself is deleted.
 */
export const endsWithAccount = sql`(shares.status <> 'deleted' or shares.deletion is not null
	or exists (select 1 from purchase_parts opened_part cross join shares part on part.id = opened_part.share_id
		where opened_part.purchase_id = purchases.id
		and (part.status <> 'deleted' or part.deletion is not null)))`;
