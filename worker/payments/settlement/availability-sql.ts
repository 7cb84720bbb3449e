import { type SQL, sql } from "drizzle-orm";
import { soldOut } from "../../entitlements/access-sql.ts";

/*
 * Conditions for statements on `purchases`, about the current row. A buyer who began to pay while the
 * share was for sale may finish: stopping sales later does not count.
 */

/** Its share still exists. */
export function shareIsAvailable(): SQL {
	return sql`exists (select 1 from shares
		where shares.id = purchases.share_id and shares.status = 'published')`;
}

/** Its share still exists and has stock left. */
export function hasStock(): SQL {
	return sql`exists (select 1 from shares
		where shares.id = purchases.share_id and shares.status = 'published' and not ${soldOut()})`;
}

/** The same buyer has bought the same share by another payment. */
export function hasBoughtAlready(): SQL {
	return sql`exists (select 1 from purchases other where other.share_id = purchases.share_id
		and other.buyer_id = purchases.buyer_id and other.id <> purchases.id
		and other.state in ('paid', 'disputed'))`;
}
