import { sql } from "drizzle-orm";

/**
 * True if a purchase's buyer loses the content with the creator's account; the purchase and its share are rows of the
 * query. The content exists, or belonged to a deleted bundle whose parts exist.
 */
export const endsWithAccount = sql`(shares.status <> 'deleted' or shares.deletion is not null
	or exists (select 1 from purchase_parts opened_part cross join shares part on part.id = opened_part.share_id
		where opened_part.purchase_id = purchases.id
		and (part.status <> 'deleted' or part.deletion is not null)))`;
