import { type SQL, sql } from "drizzle-orm";
import type { Currency } from "../../contract/money.ts";
import type { Db } from "../../platform/storage/db.ts";
import { isSold, netCentsOf } from "./sold-sql.ts";
import { totals } from "./tables.ts";

const isOverall = (creatorId: SQL) => sql`creator_id = ${creatorId} and share_id = '' and day = ''`;

/** For queries from `shares`. */
export function totalOfShare(
	figure: "sales" | "earned_cents" | "net_cents" | "views",
): SQL<number> {
	return sql<number>`coalesce((select ${sql.identifier(figure)} from ${totals}
		where totals.creator_id = shares.creator_id and totals.share_id = shares.id and totals.day = ''), 0)`;
}

/**
 * Computes the rows that `totals` should have for these creators (a subquery); pieces of a row add up. The nightly
 * check and a property test compare them with the triggers.
 */
export function countedTotals(creatorIds: SQL): SQL {
	const sold = isSold(sql`purchases`);
	return sql`with counted as (
		select creator_id, share_id, date(coalesce(paid_at, 0) / 1000, 'unixepoch') as day,
			state = 'paid' as sales, iif(state = 'paid', price_cents - refunded_cents, 0) as earned_cents,
			iif(${sold}, ${netCentsOf(sql`purchases`)}, 0) as net_cents, 0 as views
		from purchases where creator_id in ${creatorIds} and state in ('paid', 'disputed', 'refunded')
		union all
		select shares.creator_id, shares.id, share_days.day, 0, 0, 0, share_days.views
		from shares join share_days on share_days.share_id = shares.id
		where shares.creator_id in ${creatorIds}
	)
	select creator_id, '' as share_id, '' as day, sales, earned_cents, net_cents, views,
		0 as platform_cents, 0 as connected_cents, 0 as outside_cents from counted
	union all
	select creator_id, share_id, '', sales, earned_cents, net_cents, views, 0, 0, 0 from counted
	union all
	select creator_id, '', day, sales, earned_cents, 0, views, 0, 0, 0 from counted
	union all
	select ledger.creator_id, iif(part = 'share', sale.share_id, ''), '', 0, 0, 0, 0,
		iif(account = 'platform', amount_cents, 0), iif(account = 'connected', amount_cents, 0),
		iif(account = 'outside', amount_cents, 0)
	from ledger join purchases sale on sale.id = ledger.purchase_id
		cross join (select 'all' as part union all select 'share')
	where ledger.creator_id in ${creatorIds}`;
}

/** Sums of one creator in one currency. Cents. */
export type CurrencySums = {
	currency: Currency;
	earnedCents: number;
	netCents: number;
	/** held by the platform; negative for a debt */
	heldCents: number;
	connectedCents: number;
	outsideCents: number;
};

export const hasSeveralCurrencies = (creatorId: SQL) =>
	sql`exists (select 1 from users where users.id = ${creatorId} and users.earlier_currencies <> '[]')`;

/**
 * The currency of new shares comes first. With one currency, a single row of the running totals has everything;
 * otherwise those of the shares are added up. The rest of a payment that came too late belongs to its buyer and isn't
 * held for the creator.
 */
export function sumsByCurrency(from: Db, creatorId: SQL) {
	const figures = sql.raw(
		["earned", "net", "platform", "connected", "outside"].map((name) => `${name}_cents`).join(", "),
	);
	const sum = (name: string) => sql<number>`coalesce(sum(${sql.raw(name)}_cents), 0)`;
	const late = sql`(select coalesce(sum(max(late.cents, 0)), 0) from (select sum(entry.amount_cents) as cents
		from purchases open indexed by purchases_late cross join ledger entry on entry.purchase_id = open.id
		where open.creator_id = ${creatorId} and open.currency = sums.currency and open.auto_refund_reason is not null
		and open.unbalanced_at is not null and entry.account = 'platform' group by open.id) late)`;
	return from
		.select({
			currency: sql<Currency>`sums.currency`.as("currency"),
			earnedCents: sum("earned").as("earned"),
			netCents: sum("net").as("net"),
			heldCents: sql<number>`${sum("platform")} - ${late}`.as("held"),
			connectedCents: sum("connected").as("connected"),
			outsideCents: sum("outside").as("outside"),
		})
		.from(
			sql`(select users.currency, true as is_own, ${figures} from users left join ${totals}
					on ${isOverall(sql`users.id`)} and users.earlier_currencies = '[]'
				where users.id = ${creatorId}
				union all
				select shares.currency, false, ${figures}
				from users join ${totals} on totals.creator_id = users.id
					and totals.share_id > '' and totals.day = ''
					join shares on shares.id = totals.share_id
				where users.id = ${creatorId} and users.earlier_currencies <> '[]') sums`,
		)
		.groupBy(sql`sums.currency`)
		.orderBy(sql`max(is_own) desc, sums.currency`);
}
