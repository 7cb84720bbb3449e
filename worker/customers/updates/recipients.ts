import { type SQL, sql } from "drizzle-orm";
import { openingOf } from "../../purchases/entitlements/access-sql.ts";

/** Addresses are compared without regard to case. */
export const normalised = (address: string): string => address.trim().toLowerCase();

/** The condition that a creator may write to a purchase's buyer: it is paid, and not taken back or revoked. */
const isReachable = sql`purchases.state = 'paid' and purchases.revoked_at is null
	and purchases.buyer_email is not null`;

/** The condition that an address gets messages of a creator, both given as expressions. */
export const isSubscribed = (creatorId: SQL | string, address: SQL | string): SQL =>
	sql`not exists (select 1 from unsubscribes
		where unsubscribes.creator_id = ${creatorId} and unsubscribes.address = ${address})`;

/** The condition that a message still goes to the buyer of this purchase, at this address. */
export const isStillReachable = (purchaseId: string, address: string): SQL =>
	sql`exists (select 1 from purchases where purchases.id = ${purchaseId} and ${isReachable}
		and lower(trim(purchases.buyer_email)) = ${address})`;

/**
 * The addresses that a message to the buyers of a share (`shares.id`), or of a bundle with it, goes to, each once, as a subquery with
 * the columns `address`, `purchase_id` and `unconfirmed`, which are of its latest purchase: with one `max`,
 * SQLite takes the other columns from the row that has it.
 */
export const reachableBuyers = (shareId: string): SQL =>
	sql`(select lower(trim(purchases.buyer_email)) as address, purchases.id as purchase_id,
			max(purchases.paid_at) as latest, purchases.route <> 'card' as unconfirmed
		from purchases where ${openingOf(sql`${shareId}`)} and ${isReachable}
		and ${isSubscribed(sql`purchases.creator_id`, sql`lower(trim(purchases.buyer_email))`)}
		group by lower(trim(purchases.buyer_email)))`;
