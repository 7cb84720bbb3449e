import { and, eq, inArray, ne, not, notInArray, or, sql } from "drizzle-orm";
import { isHiddenPage, showsNone, showsSharpKind } from "../../catalogue/shares/file-previews.ts";
import { files, shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { cacheTags } from "../../core/stale-pages.ts";
import { failure } from "../../platform/errors.ts";
import { askCached } from "../../platform/http/cached-entrypoint.ts";
import { type ByteSource, serveBytes } from "../../platform/http/serve-bytes.ts";
import { anyHeldPurchase, closedTo } from "../../purchases/entitlements/access-sql.ts";
import { authorise, includes } from "../../purchases/entitlements/authorise.ts";
import { renditionQuery } from "./contract/previews.ts";
import { atWidth } from "./kept-copy.ts";
import { PERSONAL, SHOWN } from "./rendition-source.ts";
import { renditions } from "./tables.ts";

/**
 * The URL contains the content's hash, so a browser may keep it forever. For later viewers a take-down must take
 * effect within five minutes: the entrypoint's cache keeps it for four and is purged, others for one more.
 */
const ENTRYPOINT_CACHING = { "Cache-Control": "public, max-age=240" } as const;
const PUBLIC = { "Cache-Control": "public, max-age=31536000, s-maxage=60, immutable" } as const;

const PREFIX = "/renditions/";

type Status = (typeof shares.$inferSelect)["status"];

/** Kinds that everyone sees; others are for viewers with access to the originals. */
const isShown = and(
	not(isHiddenPage("files", "renditions")),
	showsSharpKind("files", "renditions"),
);

async function findRendition(ctx: Ctx, hash: string, statuses: Status[]) {
	const closedToAnyone = closedTo({ ...ctx, credentials: { sessionHash: null, buyerHash: null } });
	const [found] = await ctx.replica
		.select({
			row: renditions,
			share: { id: shares.id, status: shares.status, creatorId: shares.creatorId },
			isPublic: sql<number>`(shares.status = 'published' and ${closedToAnyone} is null)`,
			isShown: sql<number>`${isShown}`,
			isBuyers: sql<number>`${anyHeldPurchase(ctx)} is not null`,
		})
		.from(renditions)
		.innerJoin(shares, eq(shares.id, renditions.shareId))
		.leftJoin(files, eq(files.id, renditions.fileId))
		.where(
			and(
				eq(renditions.hash, hash),
				// Waveforms are only part of a share's response; a card's address serves nothing that the share no
				// longer shows.
				notInArray(renditions.kind, ["waveform", "tags", "card"]),
				or(eq(renditions.kind, "cover"), not(showsNone())),
				or(ne(renditions.kind, "cover"), eq(shares.coverFileId, shares.id)),
				inArray(shares.status, statuses),
				sql`(shares.status <> 'published' or ${closedTo(ctx)} is null)`,
			),
		)
		.orderBy(sql`not (shares.status = 'published' and ${closedToAnyone} is null and ${isShown})`)
		.limit(1);
	return found;
}

/** The cached entrypoint's response: a rendition of a published share, always whole, or 404. It knows no viewer. */
export async function publicRendition(ctx: Ctx, request: Request): Promise<Response> {
	const { pathname, searchParams } = new URL(request.url);
	const hash = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) : "";
	const query = renditionQuery.safeParse(Object.fromEntries(searchParams));
	const found = query.success ? await findRendition(ctx, hash, ["published"]) : undefined;
	if (!found?.isShown)
		return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
	const caching = { ...ENTRYPOINT_CACHING, "Cache-Tag": cacheTags(found.share) };
	const source = await atWidth(ctx, found.row, query.data?.width ?? null, caching);
	// Without this request's headers, which might select a range.
	return serveBytes(new Request(request.url), source);
}

async function cachedSource(
	ctx: Ctx,
	hash: string,
	width: number | null,
): Promise<(ByteSource & { body: ReadableStream }) | null> {
	const answer = await askCached(ctx.cached()?.renditions, {
		path: PREFIX + encodeURIComponent(hash),
		query: width === null ? {} : { width: String(width) },
	});
	if (!answer) return null;
	const { status, headers, body } = answer;
	const etag = headers.get("etag");
	const modified = Date.parse(headers.get("last-modified") ?? "");
	const size = Number(headers.get("content-length") ?? Number.NaN);
	if (status !== 200 || !body || !etag || !Number.isSafeInteger(size)) {
		await body?.cancel();
		return null;
	}
	return {
		etag,
		lastModified: Number.isNaN(modified) ? null : modified,
		size,
		headers: { ...SHOWN, ...PUBLIC, "Content-Type": headers.get("content-type") ?? "" },
		open: async () => body,
		body,
	};
}

/**
 * Serves a rendition under its content-addressed URL, cacheable by any cache unless its share is deleted (for
 * buyers), hides it (for viewers with access) or is closed (for those it is open to). `width` asks for a
 * narrower copy of a sharp picture. Ranges are read from the store, since a cache would have to be read up to them.
 * Throws `preview.not_found` if no share shows it to this viewer.
 */
export async function serveRendition(
	ctx: Ctx,
	hash: string,
	width: number | null,
	request: Request,
): Promise<Response> {
	const cached = request.headers.has("range") ? null : await cachedSource(ctx, hash, width);
	if (cached) {
		const response = await serveBytes(request, cached);
		if (response.body === null) await cached.body.cancel();
		return response;
	}
	const found = await findRendition(ctx, hash, ["published", "deleted"]);
	if (!found) throw failure("preview.not_found");
	const { row, share } = found;
	const isOpen =
		(share.status === "published" || Boolean(found.isBuyers)) && Boolean(found.isShown);
	const access = isOpen ? null : (await authorise(ctx, share, row.fileId)).access;
	const isAllowed = access && (row.kind !== "display" || includes(access, "full"));
	if (!isOpen && !isAllowed) throw failure("preview.not_found");
	const caching = found.isPublic && found.isShown ? PUBLIC : PERSONAL;
	return serveBytes(request, await atWidth(ctx, row, width, caching));
}
