import { discountCodeField } from "../../catalogue/discounts/contract.ts";
import { VIEW_PARAMETERS } from "../../catalogue/shares/contract/share-view.ts";
import type { FileShare } from "../../catalogue/shares/contract/shares.ts";
import { isLocale } from "../../contract/locales.ts";
import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { cacheTags } from "../../core/stale-pages.ts";
import { askCached } from "../../platform/http/cached-entrypoint.ts";
import { recordView } from "../../purchases/views/record-view.ts";
import { documentHeaders } from "./document-policy.ts";
import { missingShareDocument, shareDocument } from "./share-document.ts";
import { type FoundShare, findSharePage } from "./share-response.ts";
import { trueFor } from "./time-left.ts";

/** In seconds; `STALE_S` begins after `FRESH_S`. */
const FRESH_S = 30;
const STALE_S = 30;
/** Header with the share whose view the default entrypoint counts. */
const SHARE_ID = "Share-Id";
const ROBOTS = "X-Robots-Tag";

/** Pages that open files are rendered for every view, others kept at most until their next known change. */
function caching({ page: { fileShare }, share }: FoundShare, now: number): string {
	if (fileShare.status !== "published" || fileShare.isPaid || fileShare.downloadUntil !== null)
		return "no-store";
	const trueMs = trueFor(share, now);
	const leftS = trueMs === null ? FRESH_S + STALE_S : Math.floor(trueMs / 1000);
	const fresh = Math.min(FRESH_S, leftS);
	return `public, max-age=${fresh}, stale-while-revalidate=${Math.min(STALE_S, leftS - fresh)}`;
}

/** Only the listed headers may reach a cache. */
function publicAnswer(document: Response, headers: Record<string, string>): Response {
	const robots = document.headers.get(ROBOTS);
	return new Response(document.body, {
		status: document.status,
		headers: {
			"Content-Type": "text/html; charset=utf-8",
			...(robots !== null && { [ROBOTS]: robots }),
			...headers,
		},
	});
}

function slugIn(pathname: string): string | null {
	const [, slug] = /^\/share\/([^/]+)$/.exec(pathname) ?? [];
	return slug === undefined ? null : decodeURIComponent(slug);
}

/** Depends only on the request's path and language, since its responses are cached. */
export async function publicSharePage(base: Ctx, request: Request): Promise<Response> {
	const url = new URL(request.url);
	const locale = url.searchParams.get("locale");
	const slug = slugIn(url.pathname);
	if (slug === null || !isLocale(locale))
		return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
	const ctx: Ctx = { ...base, locale, credentials: { sessionHash: null, buyerHash: null } };
	const path = paths.share(encodeURIComponent(slug));
	const address = new Request(new URL(path, ctx.config.APP_ORIGIN));
	let found: FoundShare;
	try {
		found = await findSharePage(ctx, slug);
	} catch (error) {
		const missing = await missingShareDocument(ctx, address, slug, error);
		return publicAnswer(missing, { "Cache-Control": "no-store" });
	}
	const { page, share } = found;
	return publicAnswer(await shareDocument(ctx, address, found), {
		"Cache-Control": caching(found, ctx.now()),
		"Cache-Tag": cacheTags(share),
		...(page.fileShare.status === "published" && { [SHARE_ID]: share.id }),
	});
}

export function countView(
	ctx: Ctx,
	request: Request,
	share: Pick<FileShare, "id" | "isOwner" | "status">,
): void {
	if (share.status === "published") ctx.inBackground(() => recordView(ctx, share, request));
}

/** True if the visitor is unknown and has written nothing that a cached page might lack. */
function isAnonymous({ credentials, bookmarks }: Ctx, url: URL): boolean {
	return (
		credentials.sessionHash === null &&
		credentials.buyerHash === null &&
		!credentials.unlocked?.length &&
		bookmarks.newest === null &&
		!VIEW_PARAMETERS.some((name) => url.searchParams.has(name))
	);
}

async function cachedPage(ctx: Ctx, slug: string, request: Request): Promise<Response | null> {
	const answer = await askCached(ctx.cached()?.pages, {
		path: paths.share(encodeURIComponent(slug)),
		query: { locale: ctx.locale },
	});
	if (!answer?.body) return null;
	const id = answer.headers.get(SHARE_ID);
	if (id !== null) countView(ctx, request, { id, isOwner: false, status: "published" });
	const robots = answer.headers.get(ROBOTS);
	return new Response(answer.body, {
		status: answer.status,
		headers: {
			...documentHeaders(ctx.config, new URL(request.url)),
			"Cache-Control": "private, no-store",
			...(robots !== null && { [ROBOTS]: robots }),
		},
	});
}

export function codeOf(text: string | null | undefined): string | null {
	return discountCodeField.safeParse(text).data ?? null;
}

async function ownPage(ctx: Ctx, slug: string, request: Request): Promise<Response> {
	let found: FoundShare;
	try {
		found = await findSharePage(ctx, slug, {
			code: codeOf(new URL(request.url).searchParams.get("code")),
		});
	} catch (error) {
		return missingShareDocument(ctx, request, slug, error);
	}
	countView(ctx, request, found.page.fileShare);
	return shareDocument(ctx, request, found);
}

/** Anonymous visitors get the cached entrypoint's page, others one from the database; counts the view. */
export async function serveSharePage(ctx: Ctx, slug: string, request: Request): Promise<Response> {
	const cached = isAnonymous(ctx, new URL(request.url)) && (await cachedPage(ctx, slug, request));
	return cached || ownPage(ctx, slug, request);
}
