import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import { shares } from "../../catalogue/shares/tables.ts";
import { MAX_FILES_PER_SHARE } from "../../contract/constants.ts";
import { priceOf } from "../../contract/fields.ts";
import type { Ctx } from "../../core/context.ts";
import { csv } from "../../platform/csv.ts";
import { presentSource } from "../../purchases/views/source.ts";
import type { analyticsCsvQuery } from "./contract.ts";
import { selectFileFigures } from "./file-figures.ts";
import { figures, scopeOf } from "./read-analytics.ts";

const MAX_ROWS = 50_000;
const HEAD =
	"Day (UTC),Share,Link,Came by,Source,Medium,Campaign,Country,Views,Began to pay,Paid,Earned,After fees,Currency".split(
		",",
	);

const FILES_HEAD = ["File", "Folder", "Seen", "Hearts", "Sold"];

/** Days newest first, or files most sold first; null if the creator has no such share. */
export async function analyticsCsv(
	ctx: Ctx,
	creatorId: SQL<string | null>,
	{ by, ...query }: z.output<typeof analyticsCsvQuery>,
): Promise<string | null> {
	const ofOne = ctx.replica
		.select({ id: shares.id })
		.from(shares)
		.where(sql`creator_id = ${creatorId} and slug = ${query.share ?? ""}`);
	if (by === "file") {
		const files = selectFileFigures(ctx, creatorId, query.share, MAX_FILES_PER_SHARE);
		const [rows, own] = await ctx.replica.batch([files, ofOne]);
		if (own.length === 0) return null;
		return csv(
			FILES_HEAD,
			rows.map(({ name, folderPath, seen, hearts, sold }) => [
				name,
				folderPath,
				...[seen, hearts, sold].map((count) => ({ value: String(count) })),
			]),
		);
	}
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
		ofOne,
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
