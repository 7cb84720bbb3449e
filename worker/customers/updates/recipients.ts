import { type SQL, sql } from "drizzle-orm";
import { openingOf } from "../../purchases/entitlements/access-sql.ts";
import { purchaseIs } from "../../purchases/purchase-transitions.ts";

export const normalised = (address: string): string => address.trim().toLowerCase();

const isReachable = sql`purchases.state = 'paid' and purchases.revoked_at is null
	and purchases.buyer_email is not null`;

export const isSubscribed = (creatorId: SQL | string, address: SQL | string): SQL =>
	sql`not exists (select 1 from unsubscribes
		where unsubscribes.creator_id = ${creatorId} and unsubscribes.address = ${address})`;

export const isStillReachable = (purchaseId: string, address: string): SQL =>
	purchaseIs(purchaseId, sql`${isReachable} and lower(trim(purchases.buyer_email)) = ${address}`);

/**
 * Includes bundles with the share (`shares.id`). One row per address, with its latest purchase: with one `max`,
 * SQLite takes the other columns from its row.
 */
export const reachableBuyers = (shareId: string): SQL =>
	sql`(select lower(trim(purchases.buyer_email)) as address, purchases.id as purchase_id,
			max(purchases.paid_at) as latest, purchases.route <> 'card' as unconfirmed
		from purchases where ${openingOf(sql`${shareId}`)} and ${isReachable}
		and ${isSubscribed(sql`purchases.creator_id`, sql`lower(trim(purchases.buyer_email))`)}
		group by lower(trim(purchases.buyer_email)))`;
