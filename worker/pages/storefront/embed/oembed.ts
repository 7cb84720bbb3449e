import * as z from "zod";
import { CARD_SIZE } from "../../../contract/files/previews.ts";
import { VARY_LOCALE } from "../../../contract/locales.ts";
import { AVATAR_EDGE } from "../../../contract/pages/creator-page.ts";
import { embedPath } from "../../../contract/pages/embed.ts";
import { paths } from "../../../contract/paths.ts";
import type { Ctx } from "../../../core/context.ts";
import { failure } from "../../../platform/errors.ts";
import { currentCreatorPage } from "../creators/creator-response.ts";
import { findPublicShare } from "../public-share.ts";
import { escapeHtml, escapeXml } from "../rendered-document.ts";

/** Pixels: the picture next to the text, or above it. */
const WIDE = { width: 600, height: 240 };
const NARROW = { width: 400, height: 420 };
/** Narrower cards put the picture above the text, see `EMBED_STYLE`. */
const WIDE_FROM = 440;
const KEPT_S = 300;

const SIZE = "Choose a size of whole pixels, at least 1.";
const size = z.coerce.number({ error: SIZE }).int(SIZE).min(1, SIZE).optional();

/** Unknown parameters are ignored: sites send some of their own. */
export const oembedQuery = z.object({
	/** the address of the page of a share or a creator */
	url: z.url({ protocol: /^https?$/ }),
	/** `json` or `xml` */
	format: z.string().default("json"),
	/** how wide the frame may be, in pixels */
	maxwidth: size,
	/** how high the frame may be, in pixels */
	maxheight: size,
});

type Query = z.output<typeof oembedQuery>;

type Described = Record<string, string | number>;

function pathAt(ctx: Ctx, address: string): string | null {
	const url = new URL(address);
	return url.host === new URL(ctx.config.APP_ORIGIN).host ? url.pathname : null;
}

async function describeEmbed(ctx: Ctx, query: Query): Promise<Described> {
	const path = pathAt(ctx, query.url) ?? "";
	const [, handle] = /^\/c\/([A-Za-z0-9_-]{1,64})\/?$/.exec(path) ?? [];
	if (handle !== undefined) return describeCreator(ctx, handle, query);
	const [, slug] = /^\/(?:share|embed)\/([A-Za-z0-9_-]{1,64})\/?$/.exec(path) ?? [];
	if (slug === undefined) throw failure("share.not_found");
	return describeShare(ctx, slug, query);
}

const described = (ctx: Ctx, title: string) => ({
	version: "1.0",
	title,
	provider_name: ctx.config.APP_NAME,
	provider_url: ctx.config.APP_ORIGIN,
	cache_age: KEPT_S,
});

type Picture = { path: string; width: number; height: number };

function thumbnail(ctx: Ctx, { path, width, height }: Picture, query: Query): Described {
	const { maxwidth = Infinity, maxheight = Infinity } = query;
	if (width > maxwidth || height > maxheight) return {};
	return {
		thumbnail_url: `${ctx.config.APP_ORIGIN}${path}`,
		thumbnail_width: width,
		thumbnail_height: height,
	};
}

async function describeCreator(ctx: Ctx, handle: string, query: Query): Promise<Described> {
	const page = await currentCreatorPage(ctx, handle.toLowerCase());
	const picture = page.avatar && { path: page.avatar, width: AVATAR_EDGE, height: AVATAR_EDGE };
	return {
		...described(ctx, page.displayName),
		type: "link",
		author_name: page.displayName,
		author_url: `${ctx.config.APP_ORIGIN}${paths.creator(page.handle)}`,
		...(picture && thumbnail(ctx, picture, query)),
	};
}

async function describeShare(ctx: Ctx, slug: string, query: Query): Promise<Described> {
	const { fileShare, creator } = await findPublicShare(ctx, slug);
	const origin = ctx.config.APP_ORIGIN;
	const { maxwidth = Infinity, maxheight = Infinity } = query;
	const shape = maxwidth < WIDE_FROM ? NARROW : WIDE;
	const width = Math.min(shape.width, maxwidth);
	const height = Math.min(shape.height, maxheight);
	const src = `${origin}${embedPath(fileShare.shareId)}`;
	return {
		...described(ctx, fileShare.title),
		type: "rich",
		author_name: creator.displayName,
		...(creator.handle !== undefined && {
			author_url: `${origin}${paths.creator(creator.handle)}`,
		}),
		...thumbnail(ctx, { path: `${paths.share(fileShare.shareId)}/card.jpg`, ...CARD_SIZE }, query),
		html: `<iframe src="${src}" title="${escapeHtml(fileShare.title)}" width="${width}" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`,
		width,
		height,
	};
}

const asXml = (values: Described) =>
	`<?xml version="1.0" encoding="utf-8" standalone="yes"?><oembed>${Object.entries(values)
		.map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
		.join("")}</oembed>`;

export async function oembedResponse(ctx: Ctx, query: Query): Promise<Response> {
	if (query.format !== "json" && query.format !== "xml") throw failure("oembed.format_unknown");
	const values = await describeEmbed(ctx, query);
	const isJson = query.format === "json";
	return new Response(isJson ? JSON.stringify(values) : asXml(values), {
		headers: {
			"Content-Type": isJson ? "application/json; charset=utf-8" : "text/xml; charset=utf-8",
			"Cache-Control": `public, max-age=${KEPT_S}`,
			Vary: VARY_LOCALE,
			"X-Content-Type-Options": "nosniff",
		},
	});
}

export function oembedLink(ctx: Ctx, address: string, title: string): string {
	const href = `${ctx.config.APP_ORIGIN}/oembed?url=${encodeURIComponent(address)}&format=json`;
	return `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(href)}" title="${escapeHtml(title)}">`;
}
