import { type SQL, sql } from "drizzle-orm";
import { mailboxOf } from "../platform/mail/mail-limits.ts";
import { isCreditLost, isInForce, opens, soldOut } from "./entitlements/access-sql.ts";
import { isSold } from "./entitlements/sold-sql.ts";

/** For the current row of `purchases`. Buyers who began to pay may finish after sales stopped. */

/** Includes everything it would open. */
export function shareIsAvailable(): SQL {
	return sql`not exists (select 1 from shares bought where bought.status <> 'published'
		and bought.id in (select purchases.share_id union all
			select part.share_id from purchase_parts part where part.purchase_id = purchases.id))`;
}

const isSoldOut = sql`(select ${soldOut(sql`made.id <> purchases.id`)} from shares
	where shares.id = purchases.share_id)`;

export const hasStock = (): SQL => sql`(${shareIsAvailable()} and not ${isSoldOut})`;

/**
 * Other purchases of the same buyer (`other`) that meet the condition open this one's share, all parts of its bundle,
 * or each of its lines. The buyer is the browser, or the address if one is given.
 */
export function opensNothingNew(condition: SQL, address: string | null = null): SQL {
	const bought = (by: SQL, what: SQL) => sql`exists (select 1 from purchases other
		where ${by} and ${what} and other.id <> purchases.id and ${condition})`;
	const isOpened = (what: SQL) => {
		const inBrowser = bought(sql`other.buyer_id = purchases.buyer_id`, what);
		if (address === null) return inBrowser;
		return sql`(${inBrowser} or ${bought(sql`other.buyer_email = ${address}`, what)})`;
	};
	const whole = (shareId: SQL) => sql`${opens(sql`other`, shareId)} and not other.of_lines`;
	const sameLine = sql`other.share_id = purchases.share_id and exists (select 1 from purchase_lines opened
		where opened.purchase_id = other.id and opened.refunded_at is null
		and opened.file_id = line.file_id and opened.edition in (line.edition, 'full'))`;
	return sql`(${isOpened(whole(sql`purchases.share_id`))}
		or coalesce((select min(${isOpened(whole(sql`part.share_id`))}) from purchase_parts part
			where part.purchase_id = purchases.id), 0)
		or (purchases.of_lines and (select min(${isOpened(sameLine)}) from purchase_lines line
			where line.purchase_id = purchases.id)))`;
}

/** By another purchase; with `orReserved` also while that is being paid. */
export const isCheckoutPaid = (orReserved = false): SQL =>
	sql`(purchases.checkout_id is not null and exists (select 1 from purchases other
		where other.checkout_id = purchases.checkout_id and other.id <> purchases.id
			and (${isSold(sql`other`)} or (${orReserved} and other.state = 'processing'))))`;

/**
 * With what this buyer's browser or address has paid for files of the share before, less refunds, the price adds up to
 * more than the whole share's. `counted` restricts the other purchases (`other`).
 */
export function exceedsWhole(counted: SQL, address: string | null = null): SQL {
	const byAddress =
		address === null
			? sql``
			: sql`union select id from purchases same where same.buyer_email = ${address} and same.share_id = purchases.share_id`;
	// `+` keeps SQLite from reading all sales of the share.
	return sql`(purchases.whole_cents is not null and purchases.price_cents > 0
		and purchases.price_cents + (select coalesce(sum(other.price_cents - other.refunded_cents), 0)
			from purchases other where other.id in (select held.purchase_id from purchase_holders held
				where held.buyer_id = purchases.buyer_id ${byAddress})
			and +other.share_id = purchases.share_id
			and other.id <> purchases.id and ${counted}) > purchases.whole_cents)`;
}

/**
 * The same buyer or address has bought the same, or someone by the same checkout; or, where `isLimited`, would pay more
 * than the whole. Like the price, the limit ignores disputed payments.
 */
export function hasBoughtAlready(
	address: string | null = null,
	orReserved = false,
	isLimited = sql`true`,
): SQL {
	const paid = orReserved ? ["paid", "processing"] : ["paid"];
	const isPaid = isInForce(sql`other`, paid);
	const isBought = isInForce(sql`other`, [...paid, "disputed"]);
	return sql`(${opensNothingNew(isBought, address)} or (${isLimited} and ${exceedsWhole(isPaid, address)})
		or ${isCheckoutPaid(orReserved)})`;
}

/** Its price no longer holds: money that it counted went back, or others have had its free files in the meantime. */
export const isOutdated = (): SQL =>
	sql`(${isCreditLost(sql`purchases`)} or (purchases.free_files > 0 and purchases.free_files
		+ (select coalesce(sum(given.free_files), 0) from purchases given
			where given.share_id = purchases.share_id and given.id <> purchases.id and given.free_files > 0
			and given.state in ('paid', 'disputed', 'processing', 'claimed'))
		> (select coalesce(bought.singles ->> 'included', 0) from shares bought where bought.id = purchases.share_id)))`;

/** Covers any spelling of the address. */
export function isBlockedAddress(address: string | null): SQL {
	if (address === null) return sql`false`;
	return sql`exists (select 1 from blocked_buyers where blocked_buyers.creator_id = purchases.creator_id
		and blocked_buyers.mailbox = ${mailboxOf(address)})`;
}
