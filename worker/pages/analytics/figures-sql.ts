import { type SQL, sql } from "drizzle-orm";
import type { Currency } from "../../contract/money.ts";
import { isSold, netCentsOf } from "../../purchases/entitlements/sold-sql.ts";
import { countryOf } from "../../purchases/views/count-begun.ts";

export type Scope = {
	creatorId: SQL<string | null>;
	slug: string | undefined;
	/** currency of the shares to include; by default that of new shares */
	currency: Currency | undefined;
	/** YYYY-MM-DD */
	from: string;
};

/**
 * Begins a statement with `figures`: views, checkouts and payments by day, share, source and country. `paid` and
 * `cents` leave out refunded and disputed purchases; `net`, the creator's earnings, includes them.
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
