import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { mailboxOf } from "../../platform/mail/mail-limits.ts";

/** An unpaid quote reserves a use of its code for this long. */
export const RESERVATION_MS = 60 * 60 * 1000;

/**
 * A use is a paid purchase that wasn't refunded, or a pending one: once it is confirmed, and for an hour before, but
 * only a buyer's latest attempt and few buyers of each network (`reserveUse`).
 */

type Use = { readonly buyer: SQL; readonly shareId: SQL };

const isConfirmed = sql`used.state = 'processing'`;

const isReserved = (
	ctx: Ctx,
): SQL => sql`(used.reserves_use and used.state in ('started', 'claimed')
	and used.created_at > ${ctx.now() - RESERVATION_MS})`;

const isTaken = (ctx: Ctx): SQL => sql`(${isConfirmed} or ${isReserved(ctx)})`;

const isUsed = sql`used.state in ('paid', 'disputed')`;

/** Leaves out this buyer's own attempts that are unconfirmed or for this share. */
export function usesOf(ctx: Ctx, { buyer, shareId }: Use): SQL<number> {
	return sql<number>`(select count(distinct case when ${isUsed} then used.id
			else used.buyer_id || ' ' || used.share_id end) from purchases used
		where used.discount_id = discounts.id and (${isUsed}
			or (${isConfirmed} and not (used.buyer_id is ${buyer} and used.share_id = ${shareId}))
			or (${isReserved(ctx)} and used.buyer_id is not ${buyer})))`;
}

/** Leaves out attempts that are unconfirmed or for this share. */
export function ownUses({ buyer, shareId }: Use): SQL<number> {
	return sql<number>`(select count(distinct case when ${isUsed} then used.id
			else used.share_id end) from purchases used
		where used.discount_id = discounts.id and used.buyer_id is ${buyer}
			and (${isUsed} or (${isConfirmed} and used.share_id <> ${shareId})))`;
}

export function takenUses(ctx: Ctx): SQL<number> {
	return sql<number>`(select count(distinct used.buyer_id || ' ' || used.share_id) from purchases used
		where used.discount_id = discounts.id and ${isTaken(ctx)})`;
}

/** A payment may arrive long after its quote released the use, or after the same buyer has used the code elsewhere. */
export function mayUseDiscount(ctx: Ctx): SQL {
	const hasOwn = sql`exists (select 1 from purchases used
		where used.discount_id = purchases.discount_id and used.buyer_id = purchases.buyer_id
			and used.id <> purchases.id
			and (${isConfirmed} or (${isUsed} and used.paid_at >= purchases.created_at)))`;
	return sql`(purchases.discount_id is null
		or (purchases.reserves_use and purchases.created_at > ${ctx.now() - RESERVATION_MS} and not ${hasOwn})
		or not exists (select 1 from discounts where discounts.id = purchases.discount_id
			and discounts.max_uses is not null and (select count(*) from purchases used
				where used.discount_id = discounts.id and used.id <> purchases.id
				and (${isUsed} or ${isConfirmed} or (${isReserved(ctx)}
					and used.buyer_id <> purchases.buyer_id))) >= discounts.max_uses))`;
}

/** SQL twin of `mailboxOf`. */
function mailboxIn(address: SQL): SQL {
	const lower = sql`lower(trim(${address}))`;
	const at = sql`instr(${lower}, '@')`;
	const local = sql`substr(${lower}, 1, min(${at}, instr(${lower} || '+', '+')) - 1)`;
	const domain = sql`substr(${lower}, ${at} + 1)`;
	return sql`(case when ${domain} in ('gmail.com', 'googlemail.com')
		then replace(${local}, '.', '') || '@gmail.com' else ${local} || '@' || ${domain} end)`;
}

const usesFrom = (address: string, except: SQL): SQL =>
	sql`(select count(*) from purchases used where used.discount_id = discounts.id and ${isUsed}
		and used.id <> ${except} and ${mailboxIn(sql`used.buyer_email`)} = ${mailboxOf(address)})`;

/** True if this address has used the code as often as each buyer may, in any browser. */
export function isUsedUpBy(address: string): SQL {
	return sql`(discounts.max_per_buyer is not null
		and ${usesFrom(address, sql`''`)} >= discounts.max_per_buyer)`;
}

/**
 * For statements on `purchases`: true if the row has no code, or this address has a use left, or there is no address.
 */
export function mayUseFrom(address: string | null): SQL {
	if (address === null) return sql`true`;
	return sql`(purchases.discount_id is null or not exists (select 1 from discounts
		where discounts.id = purchases.discount_id and discounts.max_per_buyer is not null
		and ${usesFrom(address, sql`purchases.id`)} >= discounts.max_per_buyer))`;
}
