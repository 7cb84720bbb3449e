import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import { shares } from "../../catalogue/shares/tables.ts";
import { type Currency, DEFAULT_CURRENCY } from "../../contract/money.ts";
import { DAY_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { isSold, netCentsOf } from "../../purchases/entitlements/sold-sql.ts";
import { countryOf } from "../../purchases/views/count-begun.ts";
import { presentSource } from "../../purchases/views/source.ts";
import { dayOf } from "../../purchases/views/viewer.ts";
import type { Analytics, analyticsQuery, Counts, Source } from "./contract.ts";
import { selectFileFigures } from "./file-figures.ts";

type Scope = {
	creatorId: SQL<string | null>;
	slug: string | undefined;
	/** of the shares to include; by default that of new shares */
	currency: Currency | undefined;
	/** YYYY-MM-DD */
	from: string;
};

/** `paid` and `cents` leave out refunded and disputed purchases; `net`, the creator's earnings, includes them. */
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

/** Longest list; rarer sources are summed up, rarer shares and campaigns omitted. */
const MAX_ROWS = 100;
const NONE: Counts = { views: 0, begun: 0, paid: 0, earnedCents: 0, netCents: 0 };

type Keyed = Counts & { key: string };

type Query = z.output<typeof analyticsQuery>;

export function scopeOf(
	ctx: Ctx,
	creatorId: SQL<string | null>,
	{ share, currency, days }: Query,
	periods = 1,
): Scope & { firstDay: string } {
	const today = Date.parse(dayOf(ctx.now()));
	const dayBack = (count: number) => dayOf(today - (count - 1) * DAY_MS);
	return {
		creatorId,
		slug: share,
		currency,
		from: dayBack(periods * days),
		firstDay: dayBack(days),
	};
}

/** Covers the last days (UTC) and the period before; null if the creator has no such share. */
export async function readAnalytics(
	ctx: Ctx,
	creatorId: SQL<string | null>,
	query: Query,
): Promise<Analytics | null> {
	const scope = scopeOf(ctx, creatorId, query, 2);
	const { firstDay: first } = scope;
	const sums = sql`sum(views) as views, sum(begun) as begun, sum(paid) as paid, sum(cents) as cents,
		sum(net) as net`;
	const by = (kind: string, column: string) => sql`select ${sql.raw(`'${kind}'`)} as kind,
		${sql.raw(column)} as key, ${sums} from figures where day >= ${first} group by 2`;
	const [rows, own, [creator], files] = await ctx.replica.batch([
		ctx.replica
			.select({
				kind: sql<string>`kind`.as("kind"),
				key: sql<string>`key`.as("key"),
				views: sql<number>`views`.as("views"),
				begun: sql<number>`begun`.as("begun"),
				paid: sql<number>`paid`.as("paid"),
				earnedCents: sql<number>`cents`.as("cents"),
				netCents: sql<number>`net`.as("net"),
			})
			.from(
				sql`(${figures(scope)} select 'day' as kind, day as key, ${sums} from figures group by 2
					union all ${by("source", "source")} union all ${by("country", "country")}
					union all ${by("share", "share")})`,
			),
		ctx.replica
			.select({
				id: shares.id,
				slug: shares.slug,
				title: shares.title,
				currency: shares.currency,
			})
			.from(shares)
			.where(sql`creator_id = ${creatorId}`),
		ctx.replica
			.select({ currency: users.currency, earlier: users.earlierCurrencies })
			.from(users)
			.where(sql`${users.id} = ${creatorId}`),
		selectFileFigures(ctx, creatorId, query.share, MAX_ROWS),
	]);
	const shown = own.find(({ slug }) => slug === query.share);
	if (query.share !== undefined && !shown) return null;
	const of = (kind: string): Keyed[] =>
		rows
			.filter((row) => row.kind === kind)
			.map(({ kind: _, ...row }) => row)
			.sort((a, b) => b.views - a.views || b.paid - a.paid || b.begun - a.begun);
	const days = of("day");
	const sources = of("source").map(({ key, ...counts }) => ({
		source: presentSource(key),
		...counts,
	}));
	return {
		title: shown?.title ?? null,
		currency: shown?.currency ?? query.currency ?? creator?.currency ?? DEFAULT_CURRENCY,
		currencies: creator ? [creator.currency, ...creator.earlier] : [],
		total: total(days.filter(({ key }) => key >= first)),
		before: total(days.filter(({ key }) => key < first)),
		days: daysFrom(first, query.days).map((day) => {
			const { key: _, ...counts } = days.find(({ key }) => key === day) ?? { key: day, ...NONE };
			return { day, ...counts };
		}),
		sources: bySource(sources),
		campaigns: sources.filter(isCampaign).slice(0, MAX_ROWS),
		countries: of("country").map(({ key, ...counts }) => ({ country: key || null, ...counts })),
		files,
		shares: shown
			? []
			: of("share")
					.slice(0, MAX_ROWS)
					.flatMap(({ key, ...counts }) => {
						const share = own.find(({ id }) => id === key);
						return share ? [{ shareId: share.slug, title: share.title, ...counts }] : [];
					}),
	};
}

function daysFrom(first: string, count: number): string[] {
	return Array.from({ length: count }, (_, at) => dayOf(Date.parse(first) + at * DAY_MS));
}

function total(rows: readonly Counts[]): Counts {
	const sums = { ...NONE };
	for (const row of rows)
		for (const name of Object.keys(sums) as (keyof Counts)[]) sums[name] += row[name];
	return sums;
}

type OfSource = Counts & { source: Source };

const isCampaign = (row: OfSource): row is Analytics["campaigns"][number] =>
	row.source.kind === "utm";

/** Also merges the sources beyond `MAX_ROWS`. */
function bySource(rows: readonly OfSource[]): OfSource[] {
	const groups = new Map<string, { source: Source; rows: OfSource[] }>();
	const add = (source: Source, row: OfSource) => {
		const key = JSON.stringify(source);
		const group = groups.get(key) ?? { source, rows: [] };
		group.rows.push(row);
		groups.set(key, group);
	};
	for (const row of rows)
		add(row.source.kind === "utm" ? { ...row.source, medium: "", campaign: "" } : row.source, row);
	const all = [...groups.values()]
		.map(({ source, rows }) => ({ source, ...total(rows) }))
		.sort((a, b) => b.views - a.views || b.paid - a.paid);
	const rest = all.slice(MAX_ROWS);
	const shown = all.slice(0, MAX_ROWS);
	return rest.length === 0 ? shown : [...shown, { source: { kind: "other" }, ...total(rest) }];
}
