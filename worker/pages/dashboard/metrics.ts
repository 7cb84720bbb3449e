import { type SQL, sql } from "drizzle-orm";
import { METRIC_DAYS } from "../../contract/constants.ts";
import { priceOf } from "../../contract/fields.ts";
import { DEFAULT_CURRENCY } from "../../contract/money.ts";
import { DAY_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { purchases, totals } from "../../purchases/entitlements/tables.ts";
import { hasSeveralCurrencies, sumsByCurrency } from "../../purchases/entitlements/totals-sql.ts";
import { dayOf } from "../../purchases/views/viewer.ts";
import type { DashboardMetrics, DayMetrics } from "./contract.ts";

/** Includes deleted shares, since their sales remain. A sale counts on the day it was paid. */
export async function dashboardMetrics(
	ctx: Ctx,
	creatorId: SQL<string | null>,
): Promise<DashboardMetrics> {
	const now = ctx.now();
	const days = Array.from({ length: METRIC_DAYS }, (_, at) =>
		dayOf(now - (METRIC_DAYS - 1 - at) * DAY_MS),
	);
	const [[own, ...others], rows, foreign, [counted]] = await ctx.replica.batch([
		sumsByCurrency(ctx.replica, creatorId),
		ctx.replica
			.select()
			.from(totals)
			.where(
				sql`creator_id = ${creatorId} and share_id = ''
					and day in (select value from json_each(${JSON.stringify(["", ...days])}))`,
			),
		// Amounts in other currencies, which a day's total must omit.
		ctx.replica
			.select({
				day: sql<string>`date(paid_at / 1000, 'unixepoch')`.as("day"),
				cents: sql<number>`sum(price_cents - refunded_cents)`.as("cents"),
			})
			.from(purchases)
			.where(
				sql`${hasSeveralCurrencies(creatorId)} and creator_id = ${creatorId} and state = 'paid'
					and paid_at >= ${Date.parse(days[0] ?? "")}
					and currency <> (select users.currency from users where users.id = ${creatorId})`,
			)
			.groupBy(sql`1`),
		ctx.replica
			.select({
				shares: sql<number>`count(*)`.as("shares"),
				active:
					sql<number>`count(*) filter (where shares.status = 'published' and shares.selling = 1
					and (shares.expires_at is null or shares.expires_at > ${now}))`.as("active"),
			})
			.from(sql`shares`)
			.where(sql`shares.creator_id = ${creatorId} and shares.status <> 'deleted'`),
	]);
	const byDay = new Map(rows.map((row) => [row.day, row]));
	const foreignByDay = new Map(foreign.map(({ day, cents }) => [day, cents]));
	const overall = byDay.get("");
	return {
		currency: own?.currency ?? DEFAULT_CURRENCY,
		totalEarnings: priceOf(own?.earnedCents ?? 0),
		netEarnings: priceOf(own?.netCents ?? 0),
		otherEarnings: others
			.filter(({ earnedCents, netCents }) => earnedCents !== 0 || netCents !== 0)
			.map(({ currency, earnedCents, netCents }) => ({
				currency,
				total: priceOf(earnedCents),
				net: priceOf(netCents),
			})),
		filesSold: overall?.sales ?? 0,
		totalViews: overall?.views ?? 0,
		activeShares: counted?.active ?? 0,
		shares: counted?.shares ?? 0,
		days: days.map((day): DayMetrics => {
			const { sales = 0, earnedCents = 0, views = 0 } = byDay.get(day) ?? {};
			return { day, sales, earnedCents: earnedCents - (foreignByDay.get(day) ?? 0), views };
		}),
	};
}
