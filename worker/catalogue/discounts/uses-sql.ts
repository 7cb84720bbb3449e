import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { mailboxOf } from "../../platform/mail/mail-limits.ts";

/** How long an unpaid quote holds the use of its code, in ms. */
export const HOLD_MS = 60 * 60 * 1000;

/**
 * Fragments for queries in which `discounts` is a row. A use is a completed purchase that was not refunded, or a
 * pending one: once that is confirmed, and for an hour before, but only a buyer's latest attempt and few buyers of
 * each network (`holdUse`).
 */

type Use = { readonly buyer: SQL; readonly shareId: SQL };

/** Confirmed by the buyer, and not decided yet. */
const isConfirmed = sql`used.state = 'processing'`;

/** An attempt that holds its use before it is confirmed; `used` is the purchase. */
const isReserved = (ctx: Ctx): SQL => sql`(used.holds_use and used.state in ('started', 'claimed')
	and used.created_at > ${ctx.now() - HOLD_MS})`;

/** A pending attempt that holds its use; `used` is the purchase. */
const isHeld = (ctx: Ctx): SQL => sql`(${isConfirmed} or ${isReserved(ctx)})`;

const isUsed = sql`used.state in ('paid', 'disputed')`;

/** How often a code is used, without this buyer's own attempts that are unconfirmed or for this share. */
export function usesOf(ctx: Ctx, { buyer, shareId }: Use): SQL<number> {
	return sql<number>`(select count(distinct case when ${isUsed} then used.id
			else used.buyer_id || ' ' || used.share_id end) from purchases used
		where used.discount_id = discounts.id and (${isUsed}
			or (${isConfirmed} and not (used.buyer_id is ${buyer} and used.share_id = ${shareId}))
			or (${isReserved(ctx)} and used.buyer_id is not ${buyer})))`;
}

/** How often this buyer uses a code, without attempts that are unconfirmed or for this share. */
export function ownUses({ buyer, shareId }: Use): SQL<number> {
	return sql<number>`(select count(distinct case when ${isUsed} then used.id
			else used.share_id end) from purchases used
		where used.discount_id = discounts.id and used.buyer_id is ${buyer}
			and (${isUsed} or (${isConfirmed} and used.share_id <> ${shareId})))`;
}

/** The uses held by buyers who are paying. */
export function heldUses(ctx: Ctx): SQL<number> {
	return sql<number>`(select count(distinct used.buyer_id || ' ' || used.share_id) from purchases used
		where used.discount_id = discounts.id and ${isHeld(ctx)})`;
}

/**
 * For statements on `purchases`, about the current row: it has no code, still holds its use, or one is left. A
 * payment may arrive long after its quote has released the use, without having held one, or after the same buyer has
 * used it otherwise.
 */
export function mayUseDiscount(ctx: Ctx): SQL {
	const hasOwn = sql`exists (select 1 from purchases used
		where used.discount_id = purchases.discount_id and used.buyer_id = purchases.buyer_id
			and used.id <> purchases.id
			and (${isConfirmed} or (${isUsed} and used.paid_at >= purchases.created_at)))`;
	return sql`(purchases.discount_id is null
		or (purchases.holds_use and purchases.created_at > ${ctx.now() - HOLD_MS} and not ${hasOwn})
		or not exists (select 1 from discounts where discounts.id = purchases.discount_id
			and discounts.max_uses is not null and (select count(*) from purchases used
				where used.discount_id = discounts.id and used.id <> purchases.id
				and (${isUsed} or ${isConfirmed} or (${isReserved(ctx)}
					and used.buyer_id <> purchases.buyer_id))) >= discounts.max_uses))`;
}

/** Like `mailboxOf`, for an address in a row: uses by all spellings of one mailbox are one buyer's. */
function mailboxIn(address: SQL): SQL {
	const lower = sql`lower(trim(${address}))`;
	const at = sql`instr(${lower}, '@')`;
	const local = sql`substr(${lower}, 1, min(${at}, instr(${lower} || '+', '+')) - 1)`;
	const domain = sql`substr(${lower}, ${at} + 1)`;
	return sql`(case when ${domain} in ('gmail.com', 'googlemail.com')
		then replace(${local}, '.', '') || '@gmail.com' else ${local} || '@' || ${domain} end)`;
}

/** How often this address has used a code, without the purchase `except`. */
const usesFrom = (address: string, except: SQL): SQL =>
	sql`(select count(*) from purchases used where used.discount_id = discounts.id and ${isUsed}
		and used.id <> ${except} and ${mailboxIn(sql`used.buyer_email`)} = ${mailboxOf(address)})`;

/**
 * For queries in which `discounts` is a row: this address has used the code as often as each buyer may, in whatever
 * browser.
 */
export function isUsedUpBy(address: string): SQL {
	return sql`(discounts.max_per_buyer is not null
		and ${usesFrom(address, sql`''`)} >= discounts.max_per_buyer)`;
}

/**
 * For statements on `purchases`, about the current row: it has no code, or the buyer with this address has a use
 * left; true without an address.
 */
export function mayUseFrom(address: string | null): SQL {
	if (address === null) return sql`true`;
	return sql`(purchases.discount_id is null or not exists (select 1 from discounts
		where discounts.id = purchases.discount_id and discounts.max_per_buyer is not null
		and ${usesFrom(address, sql`purchases.id`)} >= discounts.max_per_buyer))`;
}
