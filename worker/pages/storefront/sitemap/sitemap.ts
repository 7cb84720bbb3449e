import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { shares } from "../../../catalogue/shares/tables.ts";
import { paths } from "../../../contract/paths.ts";
import type { Ctx } from "../../../core/context.ts";
import { users } from "../../../core/tables.ts";
import { escapeHtml } from "../rendered-document.ts";
import { creatorHandles, creatorPages } from "../tables.ts";

export type SitemapKind = "shares" | "creators";
const TABLES = { shares, creators: creatorHandles } as const;
/** Pages are ranges of row numbers, so that finding one needs no count of the rows before it. */
export const ROWS_PER_PAGE = 10_000;
const SCREENS = [paths.home, paths.terms, paths.privacy, paths.support];

type Entry = { path: string /** ms */; changedAt?: number | null };

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const document = (tag: string, body: string) =>
	`<?xml version="1.0" encoding="UTF-8"?>\n<${tag} ${XMLNS}>${body}</${tag}>`;

function urlSet(ctx: Ctx, entries: readonly Entry[]): string {
	const urls = entries.map(({ path, changedAt }) => {
		const loc = `<loc>${escapeHtml(`${ctx.config.APP_ORIGIN}${path}`)}</loc>`;
		const lastmod = changedAt ? `<lastmod>${new Date(changedAt).toISOString()}</lastmod>` : "";
		return `<url>${loc}${lastmod}</url>`;
	});
	return document("urlset", urls.join("\n"));
}

const inPage = (table: SQL, page: number) =>
	sql`${table}.rowid > ${(page - 1) * ROWS_PER_PAGE} and ${table}.rowid <= ${page * ROWS_PER_PAGE}`;

/** Mirrors `isIndexed` for shares on sale that are listed on their creator's page. */
function listedInSitemap(ctx: Ctx): SQL | undefined {
	return and(
		// Worded like the condition of the index.
		sql`shares.listed`,
		eq(shares.indexed, true),
		eq(shares.status, "published"),
		eq(shares.saleMode, "each"),
		eq(shares.selling, true),
		isNull(shares.passwordHash),
		or(isNull(shares.opensAt), lte(shares.opensAt, ctx.now())),
		or(isNull(shares.expiresAt), gt(shares.expiresAt, ctx.now())),
	);
}

const isShown = and(isNull(users.suspendedAt), isNull(users.deletedAt));

function entriesOf(ctx: Ctx, kind: SitemapKind, page: number) {
	return { shares: shareEntries, creators: creatorEntries }[kind](ctx, page);
}

function shareEntries(ctx: Ctx, page: number) {
	return ctx.replica
		.select({
			name: shares.slug,
			changedAt: sql<number | null>`coalesce(${shares.changedAt}, ${shares.publishedAt})`,
		})
		.from(shares)
		.innerJoin(creatorPages, eq(creatorPages.userId, shares.creatorId))
		.innerJoin(users, eq(users.id, shares.creatorId))
		.where(and(inPage(sql`shares`, page), listedInSitemap(ctx), isShown))
		.$dynamic();
}

function creatorEntries(ctx: Ctx, page: number) {
	const newest = sql<number | null>`(select max(shares.published_at) from shares
		where shares.creator_id = ${creatorHandles.userId} and ${listedInSitemap(ctx)})`;
	return ctx.replica
		.select({ name: creatorHandles.handle, changedAt: newest.as("newest") })
		.from(creatorHandles)
		.innerJoin(creatorPages, eq(creatorPages.userId, creatorHandles.userId))
		.innerJoin(users, eq(users.id, creatorHandles.userId))
		.where(
			and(
				inPage(sql`creator_handles`, page),
				isNull(creatorHandles.reservedUntil),
				isShown,
				isNotNull(newest),
			),
		)
		.$dynamic();
}

/** Sitemaps must not be empty. */
async function filledPages(ctx: Ctx): Promise<string[]> {
	const last = (kind: SitemapKind) =>
		ctx.replica.select({ id: sql<number | null>`max(rowid)` }).from(TABLES[kind]);
	const [[share], [creator]] = await ctx.replica.batch([last("shares"), last("creators")]);
	const numbered = (kind: SitemapKind, rows: number | null | undefined) =>
		Array.from({ length: Math.ceil((rows ?? 0) / ROWS_PER_PAGE) }, (_, at) => ({
			kind,
			page: at + 1,
		}));
	const all = [...numbered("creators", creator?.id), ...numbered("shares", share?.id)];
	const [first, ...others] = all.map(({ kind, page }) => entriesOf(ctx, kind, page).limit(1));
	if (!first) return [];
	const found = await ctx.replica.batch([first, ...others]);
	return all.flatMap(({ kind, page }, at) =>
		(found[at]?.length ?? 0) > 0 ? [`${kind}-${page}`] : [],
	);
}

export async function sitemapIndex(ctx: Ctx): Promise<string> {
	const pages = ["screens", ...(await filledPages(ctx))].map(
		(name) => `<sitemap><loc>${ctx.config.APP_ORIGIN}/sitemap/${name}.xml</loc></sitemap>`,
	);
	return document("sitemapindex", pages.join("\n"));
}

export const screensSitemap = (ctx: Ctx): string =>
	urlSet(
		ctx,
		SCREENS.map((path) => ({ path })),
	);

export async function sitemapPage(
	ctx: Ctx,
	kind: SitemapKind,
	page: number,
): Promise<string | null> {
	const rows = await entriesOf(ctx, kind, page);
	const pathOf = { shares: paths.share, creators: paths.creator }[kind];
	const entries = rows.map(({ name, changedAt }) => ({ path: pathOf(name), changedAt }));
	return entries.length === 0 ? null : urlSet(ctx, entries);
}
