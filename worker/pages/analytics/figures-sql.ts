import { type SQL, sql } from "drizzle-orm";
import type { Currency } from "../../contract/money.ts";
import { isSold, netCentsOf } from "../../purchases/entitlements/sold-sql.ts";
import { countryOf } from "../../purchases/views/count-begun.ts";

export type Scope = {
	creatorId: SQL<string | null>;
	/** of one share instead of all */
	slug: string | undefined;
	/** of shares priced in it; by default that of new shares */
	currency: Currency | undefined;
	/** the first day, YYYY-MM-DD */
	from: string;
};

/**
 * The beginning of a statement: `figures` has the counts and payments by day, share, source and country. Paid means
 * the same as sold elsewhere: completed purchases, except fully refunded or disputed ones, at their prices less
 * refunds (`cents`); the creator's earnings (`net`) include all.
 */
export function figures({ creatorId, slug, currency, from }: Scope): SQL {
	const unit = currency
		? sql`${currency}`
		: sql`(select users.currency from users where users.id = ${creatorId})`;
	const isShown = slug === undefined ? sql`shares.currency = ${unit}` : sql`shares.slug = ${slug}`;
	const own = sql`(select shares.id from shares where shares.creator_id = ${creatorId} and ${isShown})`;
	return sql`with figures as materialized (
		select day, share_id as share, source, country, views, begun, 0 as paid, 0 as cents, 0 as net
		from share_days where share_id in ${own} and day >= ${from}
		union all
		select date(sold.paid_at / 1000, 'unixepoch'), sold.share_id, coalesce(sold.source, ''),
			${countryOf("sold")}, 0, 0, sold.state = 'paid',
			iif(sold.state = 'paid', sold.price_cents - sold.refunded_cents, 0), ${netCentsOf(sql`sold`)}
		from purchases sold where sold.creator_id = ${creatorId} and ${isSold(sql`sold`)}
			and sold.paid_at >= ${Date.parse(from)} and sold.share_id in ${own})`;
}
