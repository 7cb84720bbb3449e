import * as z from "zod";
import { CARD_SIZE } from "../../../contract/files/previews.ts";
import { embedPath } from "../../../contract/pages/embed.ts";
import { paths } from "../../../contract/paths.ts";
import type { Ctx } from "../../../core/context.ts";
import { failure } from "../../../platform/errors.ts";
import { escapeHtml } from "../rendered-document.ts";
import { findPublicShare } from "./find-public-share.ts";

/** The frame's size in pixels: picture beside text, and above it where less width is allowed. */
const WIDE = { width: 600, height: 240 };
const NARROW = { width: 400, height: 420 };
/** Below this width the picture is above the text, as in the style of the card. */
const WIDE_FROM = 440;
const KEPT_S = 300;

const size = z.coerce.number().int().min(1).optional().catch(undefined);

/** The parameters, as oembed.com names them. */
export const oembedQuery = z.object({
	/** the address of the share's page */
	url: z.url({ protocol: /^https?$/ }),
	/** `json` or `xml` */
	format: z.string().default("json"),
	/** how wide the frame may be, in pixels */
	maxwidth: size,
	/** how high the frame may be, in pixels */
	maxheight: size,
});

type Query = z.output<typeof oembedQuery>;

/** The slug in the address of a share here; null for any other address. */
function slugAt(ctx: Ctx, address: string): string | null {
	const url = new URL(address);
	if (url.host !== new URL(ctx.config.APP_ORIGIN).host) return null;
	return /^\/(?:share|embed)\/([A-Za-z0-9_-]{1,64})\/?$/.exec(url.pathname)?.[1] ?? null;
}

/**
 * Returns how another site shows a share, as oembed.com describes it: a frame of our own origin, never
 * markup that a creator wrote. @throws ApiError `share.not_found` for what is not public.
 */
async function describeEmbed(ctx: Ctx, query: Query): Promise<Record<string, string | number>> {
	const slug = slugAt(ctx, query.url);
	if (slug === null) throw failure("share.not_found");
	const { fileShare, creator } = await findPublicShare(ctx, slug);
	const origin = ctx.config.APP_ORIGIN;
	const { maxwidth = Number.POSITIVE_INFINITY, maxheight = Number.POSITIVE_INFINITY } = query;
	const shape = maxwidth < WIDE_FROM ? NARROW : WIDE;
	const width = Math.min(shape.width, maxwidth);
	const height = Math.min(shape.height, maxheight);
	const src = `${origin}${embedPath(fileShare.shareId)}`;
	// A picture may not be larger than what was asked for either.
	const hasThumbnail = CARD_SIZE.width <= maxwidth && CARD_SIZE.height <= maxheight;
	return {
		version: "1.0",
		type: "rich",
		title: fileShare.title,
		author_name: creator.displayName,
		...(creator.handle !== undefined && {
			author_url: `${origin}${paths.creator(creator.handle)}`,
		}),
		provider_name: ctx.config.APP_NAME,
		provider_url: origin,
		cache_age: KEPT_S,
		...(hasThumbnail && {
			thumbnail_url: `${origin}${paths.share(fileShare.shareId)}/card.jpg`,
			thumbnail_width: CARD_SIZE.width,
			thumbnail_height: CARD_SIZE.height,
		}),
		html: `<iframe src="${src}" title="${escapeHtml(fileShare.title)}" width="${width}" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`,
		width,
		height,
	};
}

// Characters that XML has no way to write.
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const asXml = (values: Record<string, string | number>) =>
	`<?xml version="1.0" encoding="utf-8" standalone="yes"?><oembed>${Object.entries(values)
		.map(([name, value]) => `<${name}>${escapeHtml(String(value).replace(NO_XML, ""))}</${name}>`)
		.join("")}</oembed>`;

/** Answers the request in the format that it names; 501 for one that oEmbed does not have. */
export async function oembedResponse(ctx: Ctx, query: Query): Promise<Response> {
	if (query.format !== "json" && query.format !== "xml")
		return new Response("The format is json or xml.", { status: 501 });
	const values = await describeEmbed(ctx, query);
	const isJson = query.format === "json";
	return new Response(isJson ? JSON.stringify(values) : asXml(values), {
		headers: {
			"Content-Type": isJson ? "application/json; charset=utf-8" : "text/xml; charset=utf-8",
			"Cache-Control": `public, max-age=${KEPT_S}`,
			// What is public may be read by the scripts of every site; no cookie decides about it.
			"Access-Control-Allow-Origin": "*",
			"X-Content-Type-Options": "nosniff",
		},
	});
}
