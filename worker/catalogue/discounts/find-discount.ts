import { and, eq, type SQL, sql } from "drizzle-orm";
import type { ErrorReason } from "../../contract/errors.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import {
	type AttemptLimit,
	countingAttempt,
	keyedLimits,
} from "../../platform/security/attempts.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { shares } from "../shares/tables.ts";
import { discounts } from "./tables.ts";
import { isUsedUpBy, ownUses, usesOf } from "./uses-sql.ts";

type DiscountRow = typeof discounts.$inferSelect;

/** `guesses`: the keys that count wrong codes. */
export type AskedCode = { readonly code: string; readonly guesses: readonly string[] };

export type FoundDiscount = {
	readonly row: Pick<
		DiscountRow,
		| "id"
		| "code"
		| "percentBps"
		| "amountCents"
		| "startsAt"
		| "endsAt"
		| "maxUses"
		| "maxPerBuyer"
		| "belowMinimum"
		| "changedAt"
	> & { readonly active: number };
	/** 1 if the code applies to this share */
	readonly covers: number;
	readonly uses: number;
	readonly ownUses: number;
};

export type DiscountRefusal = Extract<ErrorReason, `discount.${string}`>;

export function isDiscountOf(asked: AskedCode | null): SQL | undefined {
	return and(eq(discounts.creatorId, shares.creatorId), eq(discounts.code, asked?.code ?? ""));
}

/** True if a code applies to a share, with an amount in its currency; for queries with both rows. */
export const covers = sql<number>`((discounts.all_shares or exists (select 1 from discount_shares covered
	where covered.discount_id = discounts.id and covered.share_id = shares.id))
	and (discounts.amount_cents is null or discounts.currency = shares.currency))`;

/** JSON, since no two columns of a row may share a name in a batch. `buyer` is an id, or null. */
export function discountColumns(ctx: Ctx, buyer: SQL, asked: AskedCode | null) {
	const of = { buyer, shareId: sql`shares.id` };
	return {
		/** 1 while this network's guesses are blocked */
		discountBlocked: sql<number>`exists (select 1 from attempts
			where attempts.key in (select value from json_each(${JSON.stringify(asked?.guesses ?? [])}))
				and attempts.blocked_until > ${ctx.now()})`.as("discount_blocked"),
		discount: sql<string | null>`case when discounts.id is not null then json_object(
			'row', json_object('id', discounts.id, 'code', discounts.code,
				'percentBps', discounts.percent_bps, 'amountCents', discounts.amount_cents,
				'startsAt', discounts.starts_at, 'endsAt', discounts.ends_at,
				'maxUses', discounts.max_uses, 'maxPerBuyer', discounts.max_per_buyer,
				'belowMinimum', discounts.below_minimum, 'active', discounts.active,
				'changedAt', discounts.changed_at),
			'covers', ${covers}, 'uses', ${usesOf(ctx, of)}, 'ownUses', ${ownUses(of)}) end`.as(
			"found_discount",
		),
	};
}

export function foundDiscount({ discount }: { discount: string | null }): FoundDiscount | null {
	return discount === null ? null : (JSON.parse(discount) as FoundDiscount);
}

export function discountRefusal(found: FoundDiscount | null, now: number): DiscountRefusal | null {
	if (!found?.row.active || !found.covers) return "discount.unknown";
	const { startsAt, endsAt, maxUses, maxPerBuyer } = found.row;
	if (startsAt !== null && startsAt > now) return "discount.not_yet";
	if (endsAt !== null && endsAt <= now) return "discount.ended";
	if (maxPerBuyer !== null && found.ownUses >= maxPerBuyer) return "discount.used_before";
	if (maxUses !== null && found.uses >= maxUses) return "discount.used_up";
	return null;
}

/** For the statement that takes the use: the code is unchanged and has a use left for this buyer. */
export function isStillUsable(
	ctx: Ctx,
	{ row }: FoundDiscount,
	use: { buyerId: string; shareId: string },
): SQL {
	const of = { buyer: sql`${use.buyerId}`, shareId: sql`${use.shareId}` };
	return sql`exists (select 1 from discounts where discounts.id = ${row.id}
		and discounts.changed_at = ${row.changedAt} and discounts.active
		and (discounts.max_uses is null or ${usesOf(ctx, of)} < discounts.max_uses)
		and (discounts.max_per_buyer is null or ${ownUses(of)} < discounts.max_per_buyer))`;
}

const guessLimits = ({ config, address }: Ctx): AttemptLimit[] =>
	networkLimits(address, { name: "discount-code", ...config.LIMIT_DISCOUNT_CODE });

export async function askedCode(
	ctx: Ctx,
	code: string | null | undefined,
): Promise<AskedCode | null> {
	if (code === null || code === undefined) return null;
	const limits = await keyedLimits(ctx, guessLimits(ctx));
	return { code, guesses: limits.map(({ key }) => key) };
}

/** Throws `discount.refused` if this email address has used the code up: a buyer may have several browsers. */
export async function requireUseFrom(
	ctx: Ctx,
	{ slug, code, address }: { slug: string; code: string; address: string },
): Promise<void> {
	const [used] = await ctx.db
		.select({ id: discounts.id })
		.from(shares)
		.innerJoin(discounts, and(eq(discounts.creatorId, shares.creatorId), eq(discounts.code, code)))
		.where(and(eq(shares.slug, slug), isUsedUpBy(address)));
	if (used) throw failure("discount.refused", { reason: "discount.used_before" });
}

/** Limits the guesses of one network. */
export async function countGuess(ctx: Ctx): Promise<void> {
	await countingAttempt(ctx, await keyedLimits(ctx, guessLimits(ctx)));
}
