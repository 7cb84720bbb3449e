import { type SQL, sql } from "drizzle-orm";
import { openingOf } from "../../purchases/entitlements/access-sql.ts";

/** Addresses are compared without regard to case. */
export const normalised = (address: string): string => address.trim().toLowerCase();

/** True if a creator may write to a purchase's buyer: it is paid, and neither returned nor revoked. */
const isReachable = sql`purchases.state = 'paid' and purchases.revoked_at is null
	and purchases.buyer_email is not null`;

/** True if an address gets a creator's messages; both are expressions. */
export const isSubscribed = (creatorId: SQL | string, address: SQL | string): SQL =>
	sql`not exists (select 1 from unsubscribes
		where unsubscribes.creator_id = ${creatorId} and unsubscribes.address = ${address})`;

/** True if a message still goes to this purchase's buyer at this address. */
export const isStillReachable = (purchaseId: string, address: string): SQL =>
	sql`exists (select 1 from purchases where purchases.id = ${purchaseId} and ${isReachable}
		and lower(trim(purchases.buyer_email)) = ${address})`;

/**
 * The addresses for a message to the buyers of a share (`shares.id`), or of a bundle with it, once each, as a
 * subquery with the columns `address`, `purchase_id` and `unconfirmed`, taken from the latest purchase: with one
 * `max`, SQLite takes the other columns from the row that has it.
 */
export const reachableBuyers = (shareId: string): SQL =>
	sql`(select lower(trim(purchases.buyer_email)) as address, purchases.id as purchase_id,
			max(purchases.paid_at) as latest, purchases.route <> 'card' as unconfirmed
		from purchases where ${openingOf(sql`${shareId}`)} and ${isReachable}
		and ${isSubscribed(sql`purchases.creator_id`, sql`lower(trim(purchases.buyer_email))`)}
		group by lower(trim(purchases.buyer_email)))`;
