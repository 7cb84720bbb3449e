import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { mailboxOf } from "../platform/mail/mail-limits.ts";

/** How long an unpaid quote holds the use of its code, in ms. */
export const HOLD_MS = 60 * 60 * 1000;

/*
 * Fragments for queries in which `discounts` is a row. A use is a completed purchase that was not refunded, or
 * one that is being paid, for an hour. A buyer who tries two ways of paying for the same share holds one use.
 */

type Use = { readonly buyer: SQL; readonly shareId: SQL };

/** An attempt under way that holds its use; `used` is the purchase. */
function isHeld(ctx: Ctx): SQL {
	return sql`(used.state = 'processing' or (used.state in ('started', 'claimed')
		and used.created_at > ${ctx.now() - HOLD_MS}))`;
}

const isUsed = sql`used.state in ('paid', 'disputed')`;

/** How often a code is used, this buyer's own attempts at this share apart. */
export function usesOf(ctx: Ctx, { buyer, shareId }: Use): SQL<number> {
	return sql<number>`(select count(distinct case when ${isUsed} then used.id
			else used.buyer_id || ' ' || used.share_id end) from purchases used
		where used.discount_id = discounts.id and (${isUsed} or (${isHeld(ctx)}
			and not (used.buyer_id is ${buyer} and used.share_id = ${shareId}))))`;
}

/** How often this buyer uses a code, the attempts at this share apart. */
export function ownUses(ctx: Ctx, { buyer, shareId }: Use): SQL<number> {
	return sql<number>`(select count(distinct case when ${isUsed} then used.id
			else used.share_id end) from purchases used
		where used.discount_id = discounts.id and used.buyer_id is ${buyer}
			and (${isUsed} or (${isHeld(ctx)} and used.share_id <> ${shareId})))`;
}

/** The uses that buyers who are paying hold. */
export function heldUses(ctx: Ctx): SQL<number> {
	return sql<number>`(select count(distinct used.buyer_id || ' ' || used.share_id) from purchases used
		where used.discount_id = discounts.id and ${isHeld(ctx)})`;
}

/**
 * For statements on `purchases`, about the current row: it has no code, or holds its use still, or there is
 * one left. A payment may be made long after its quote has given the use back.
 */
export function mayUseDiscount(ctx: Ctx): SQL {
	return sql`(purchases.discount_id is null or purchases.created_at > ${ctx.now() - HOLD_MS}
		or not exists (select 1 from discounts where discounts.id = purchases.discount_id
			and discounts.max_uses is not null and (select count(*) from purchases used
				where used.discount_id = discounts.id and used.id <> purchases.id
				and (${isUsed} or ${isHeld(ctx)})) >= discounts.max_uses))`;
}

/** As `mailboxOf`, of an address in a row: uses by all spellings of one mailbox are one buyer's. */
function mailboxIn(address: SQL): SQL {
	const lower = sql`lower(trim(${address}))`;
	const at = sql`instr(${lower}, '@')`;
	const local = sql`substr(${lower}, 1, min(${at}, instr(${lower} || '+', '+')) - 1)`;
	const domain = sql`substr(${lower}, ${at} + 1)`;
	return sql`(case when ${domain} in ('gmail.com', 'googlemail.com')
		then replace(${local}, '.', '') || '@gmail.com' else ${local} || '@' || ${domain} end)`;
}

/** How often a code was used from this address, the purchase with the id `except` apart. */
const usesFrom = (address: string, except: SQL): SQL =>
	sql`(select count(*) from purchases used where used.discount_id = discounts.id and ${isUsed}
		and used.id <> ${except} and ${mailboxIn(sql`used.buyer_email`)} = ${mailboxOf(address)})`;

/**
 * For queries in which `discounts` is a row: the code has been used from this address as often as each buyer
 * may, whatever browser it was.
 */
export function isUsedUpBy(address: string): SQL {
	return sql`(discounts.max_per_buyer is not null
		and ${usesFrom(address, sql`''`)} >= discounts.max_per_buyer)`;
}

/**
 * For statements on `purchases`, about the current row: it has no code, or the code has a use left for the
 * buyer with this address; true where none is known.
 */
export function mayUseFrom(address: string | null): SQL {
	if (address === null) return sql`true`;
	return sql`(purchases.discount_id is null or not exists (select 1 from discounts
		where discounts.id = purchases.discount_id and discounts.max_per_buyer is not null
		and ${usesFrom(address, sql`purchases.id`)} >= discounts.max_per_buyer))`;
}
