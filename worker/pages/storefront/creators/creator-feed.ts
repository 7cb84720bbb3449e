import { inArray, sql } from "drizzle-orm";
import { shares } from "../../../catalogue/shares/tables.ts";
import { paths } from "../../../contract/paths.ts";
import type { Ctx } from "../../../core/context.ts";
import type { CreatorPage } from "../contract/creator-page.ts";
import { escapeXml } from "../rendered-document.ts";
import { creatorHandles, creatorPages } from "../tables.ts";
import { creatorResponse } from "./creator-response.ts";

/** In seconds: a share that was taken down must disappear soon. */
const FRESH_S = 300;
export const FEED_TYPE = "application/atom+xml";

const iso = (at: number) => new Date(at).toISOString();
const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;
const link = (rel: string, type: string, href: string) =>
	`<link rel="${rel}" type="${type}" href="${escapeXml(href)}"/>`;

async function readEntries(ctx: Ctx, page: CreatorPage) {
	const slugs = JSON.stringify(page.shares.map(({ shareId }) => shareId));
	const [rows, [made]] = await ctx.replica.batch([
		ctx.replica
			.select({
				slug: shares.slug,
				description: shares.description,
				publishedAt: shares.publishedAt,
				changedAt: shares.changedAt,
			})
			.from(shares)
			.where(inArray(shares.slug, sql`(select value from json_each(${slugs}))`)),
		ctx.replica
			.select({ createdAt: creatorPages.createdAt })
			.from(creatorPages)
			.where(
				sql`${creatorPages.userId} = (select ${creatorHandles.userId} from ${creatorHandles}
					where ${creatorHandles.handle} = ${page.handle})`,
			),
	]);
	const bySlug = new Map(rows.map((row) => [row.slug, row]));
	const createdAt = made?.createdAt ?? 0;
	const entries = page.shares.map(({ shareId, title }) => {
		const row = bySlug.get(shareId);
		const publishedAt = row?.publishedAt ?? createdAt;
		const updatedAt = Math.max(publishedAt, row?.changedAt ?? 0);
		return { shareId, title, summary: row?.description?.trim(), publishedAt, updatedAt };
	});
	return { entries, createdAt };
}

type Entry = Awaited<ReturnType<typeof readEntries>>["entries"][number];

function entryXml(ctx: Ctx, { shareId, title, summary, publishedAt, updatedAt }: Entry) {
	const address = `${ctx.config.APP_ORIGIN}${paths.share(shareId)}`;
	return [
		"<entry>",
		element("id", address),
		element("title", title),
		element("published", iso(publishedAt)),
		element("updated", iso(updatedAt)),
		link("alternate", "text/html", address),
		summary ? element("summary", summary) : "",
		"</entry>",
	].join("");
}

/** Renders an Atom feed (RFC 4287); a former handle redirects. */
export async function creatorFeed(ctx: Ctx, handle: string): Promise<Response> {
	const found = await creatorResponse(ctx, handle);
	if (found.movedTo !== undefined) {
		const headers = {
			"Cache-Control": "private, no-store",
			Location: paths.creatorFeed(found.movedTo),
		};
		return new Response(null, { status: 308, headers });
	}
	const { page } = found;
	const { entries, createdAt } = await readEntries(ctx, page);
	const changes = entries.map((entry) => entry.updatedAt);
	const updatedAt = changes.length > 0 ? Math.max(...changes) : createdAt;
	const origin = ctx.config.APP_ORIGIN;
	const address = `${origin}${paths.creator(page.handle)}`;
	const xml = [
		'<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">',
		element("id", address),
		element("title", page.displayName),
		page.line === null ? "" : element("subtitle", page.line),
		element("updated", iso(updatedAt)),
		`<author>${element("name", page.displayName)}${element("uri", address)}</author>`,
		page.avatar === null ? "" : element("logo", `${origin}${page.avatar}`),
		link("alternate", "text/html", address),
		link("self", FEED_TYPE, `${origin}${paths.creatorFeed(page.handle)}`),
		...entries.map((entry) => entryXml(ctx, entry)),
		"</feed>",
	].join("");
	return new Response(xml, {
		headers: {
			"Content-Type": `${FEED_TYPE}; charset=utf-8`,
			"Cache-Control": `public, max-age=${FRESH_S}`,
			"X-Content-Type-Options": "nosniff",
		},
	});
}
