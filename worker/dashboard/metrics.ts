import { and, count, eq, gte, type SQL, sql } from "drizzle-orm";
import { users } from "../accounts/tables.ts";
import type { Ctx } from "../context.ts";
import type { DashboardMetrics, DayMetrics } from "../contract/dashboard.ts";
import { priceOf } from "../contract/fields.ts";
import { purchases } from "../entitlements/tables.ts";
import { earnedCents, netCents, salesCount } from "./sales-sql.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 30;

/** Returns the UTC days up to `now` (ms) as YYYY-MM-DD, oldest first. */
function lastDays(now: number): string[] {
	return Array.from({ length: DAYS }, (_, index) =>
		new Date(now - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
	);
}

/**
 * Returns the creator's metrics over all shares, deleted ones included, since their sales remain; and the
 * last 30 UTC days without gaps. A sale counts on the day it was paid.
 */
export async function dashboardMetrics(
	ctx: Ctx,
	creatorId: SQL<string | null>,
): Promise<DashboardMetrics> {
	const now = ctx.now();
	const days = lastDays(now);
	const first = days[0] ?? "";
	const mine = sql`sold.creator_id = ${creatorId}`;
	const shareIds = sql`(select shares.id from shares where shares.creator_id = ${creatorId})`;
	const [[total], sales, views] = await ctx.replica.batch([
		ctx.replica
			.select({
				earned: earnedCents(mine).as("earned"),
				net: netCents(mine).as("net"),
				sold: salesCount(mine).as("sold"),
				views:
					sql<number>`(select coalesce(sum(share_days.views), 0) from share_days where share_id in ${shareIds})`.as(
						"views",
					),
				active: sql<number>`(select count(*) from shares where shares.creator_id = ${creatorId}
					and shares.status = 'published' and shares.selling = 1
					and (shares.expires_at is null or shares.expires_at > ${now}))`.as("active"),
				shares: sql<number>`(select count(*) from shares where shares.creator_id = ${creatorId}
					and shares.status <> 'deleted')`.as("shares"),
			})
			.from(users)
			.where(eq(users.id, creatorId)),
		ctx.replica
			.select({
				day: sql<string>`date(${purchases.paidAt} / 1000, 'unixepoch')`.as("day"),
				sales: count().as("sales"),
				earned: sql<number>`sum(${purchases.priceCents} - ${purchases.refundedCents})`.as("earned"),
			})
			.from(purchases)
			.where(
				and(
					eq(purchases.creatorId, creatorId),
					eq(purchases.state, "paid"),
					gte(purchases.paidAt, Date.parse(first)),
				),
			)
			.groupBy(sql`1`),
		ctx.replica
			.select({ day: sql<string>`day`.as("day"), views: sql<number>`sum(views)`.as("day_views") })
			.from(sql`share_days`)
			.where(sql`share_id in ${shareIds} and day >= ${first}`)
			.groupBy(sql`1`),
	]);
	return {
		totalEarnings: priceOf(total?.earned ?? 0),
		netEarnings: priceOf(total?.net ?? 0),
		filesSold: total?.sold ?? 0,
		totalViews: total?.views ?? 0,
		activeShares: total?.active ?? 0,
		shares: total?.shares ?? 0,
		days: days.map((day): DayMetrics => {
			const sold = sales.find((row) => row.day === day);
			return {
				day,
				sales: sold?.sales ?? 0,
				earnedCents: sold?.earned ?? 0,
				views: views.find((row) => row.day === day)?.views ?? 0,
			};
		}),
	};
}
