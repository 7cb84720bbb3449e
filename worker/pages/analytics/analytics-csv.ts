import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import { shares } from "../../catalogue/shares/tables.ts";
import { priceOf } from "../../contract/fields.ts";
import type { Ctx } from "../../core/context.ts";
import { csv } from "../../platform/csv.ts";
import { presentSource } from "../../purchases/views/source.ts";
import type { analyticsQuery } from "./contract.ts";
import { figures, scopeOf } from "./read-analytics.ts";

const MAX_ROWS = 50_000;
const HEAD =
	"Day (UTC),Share,Link,Came by,Source,Medium,Campaign,Country,Views,Began to pay,Paid,Earned,After fees,Currency".split(
		",",
	);

/** Newest first; null if the creator has no such share. */
export async function analyticsCsv(
	ctx: Ctx,
	creatorId: SQL<string | null>,
	query: z.output<typeof analyticsQuery>,
): Promise<string | null> {
	const [rows, own] = await ctx.replica.batch([
		ctx.replica
			.select({
				day: sql<string>`day`.as("day"),
				title: sql<string>`shares.title`.as("title"),
				slug: sql<string>`shares.slug`.as("slug"),
				source: sql<string>`source`.as("source"),
				country: sql<string>`country`.as("country"),
				views: sql<number>`views`.as("views"),
				begun: sql<number>`begun`.as("begun"),
				paid: sql<number>`paid`.as("paid"),
				cents: sql<number>`cents`.as("cents"),
				net: sql<number>`net`.as("net"),
				currency: sql<string>`shares.currency`.as("currency"),
			})
			.from(
				sql`(${figures(scopeOf(ctx, creatorId, query))}
				select day, share, source, country, sum(views) as views, sum(begun) as begun,
					sum(paid) as paid, sum(cents) as cents, sum(net) as net
				from figures group by day, share, source, country) counted`,
			)
			.innerJoin(sql`shares`, sql`shares.id = counted.share`)
			.orderBy(sql`day desc, views desc, shares.title`)
			.limit(MAX_ROWS),
		ctx.replica
			.select({ id: shares.id })
			.from(shares)
			.where(sql`creator_id = ${creatorId} and slug = ${query.share ?? ""}`),
	]);
	if (query.share !== undefined && own.length === 0) return null;
	return csv(
		HEAD,
		rows.map((row) => {
			const source = presentSource(row.source);
			return [
				row.day,
				row.title,
				row.slug,
				source.kind,
				source.kind === "host" || source.kind === "utm" ? source.name : null,
				source.kind === "utm" ? source.medium : null,
				source.kind === "utm" ? source.campaign : null,
				row.country,
				{ value: String(row.views) },
				{ value: String(row.begun) },
				{ value: String(row.paid) },
				{ value: priceOf(row.cents) },
				{ value: priceOf(row.net) },
				row.currency.toUpperCase(),
			];
		}),
	);
}
