import * as z from "zod";
import { paths } from "../../../contract/paths.ts";
import type { Ctx } from "../../../core/context.ts";
import { CARD_SIZE } from "../../../files/previews/contract/previews.ts";
import { failure } from "../../../platform/errors.ts";
import { findPublicShare } from "../public-share.ts";
import { escapeHtml } from "../rendered-document.ts";

/** Pixels: the picture next to the text, or above it. */
const WIDE = { width: 600, height: 240 };
const NARROW = { width: 400, height: 420 };
/** Narrower cards put the picture above the text, see `EMBED_STYLE`. */
const WIDE_FROM = 440;
const KEPT_S = 300;

const SIZE = "Choose a size in whole pixels, at least 1.";
const size = z.coerce.number({ error: SIZE }).int(SIZE).min(1, SIZE).optional();

/** Unknown parameters are ignored: sites send some of their own. */
export const oembedQuery = z.object({
	/** the address of a share's page */
	url: z.url({ protocol: /^https?$/ }),
	/** always `json` */
	format: z.literal("json").default("json"),
	/** maximum width of the frame in pixels */
	maxwidth: size,
	/** maximum height of the frame in pixels */
	maxheight: size,
});

/** Describes a share as a frame of our own origin, never a creator's markup. */
export async function oembedResponse(
	ctx: Ctx,
	{ url, maxwidth = Infinity, maxheight = Infinity }: z.output<typeof oembedQuery>,
): Promise<Response> {
	const { APP_ORIGIN: origin, APP_NAME } = ctx.config;
	const { host, pathname } = new URL(url);
	const [, slug] = /^\/(?:share|embed)\/([A-Za-z0-9_-]{1,64})\/?$/.exec(pathname) ?? [];
	if (slug === undefined || host !== new URL(origin).host) throw failure("share.not_found");
	const { fileShare, creator } = await findPublicShare(ctx, slug);
	const shape = maxwidth < WIDE_FROM ? NARROW : WIDE;
	const width = Math.min(shape.width, maxwidth);
	const height = Math.min(shape.height, maxheight);
	const described = {
		version: "1.0",
		type: "rich",
		title: fileShare.title,
		provider_name: APP_NAME,
		provider_url: origin,
		cache_age: KEPT_S,
		...(creator.displayName !== null && { author_name: creator.displayName }),
		...(creator.handle !== undefined && {
			author_url: `${origin}${paths.creator(creator.handle)}`,
		}),
		...(CARD_SIZE.width <= maxwidth &&
			CARD_SIZE.height <= maxheight && {
				thumbnail_url: `${origin}${paths.share(fileShare.shareId)}/card.jpg`,
				thumbnail_width: CARD_SIZE.width,
				thumbnail_height: CARD_SIZE.height,
			}),
		html: `<iframe src="${origin}${paths.embed(fileShare.shareId)}" title="${escapeHtml(fileShare.title)}" width="${width}" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`,
		width,
		height,
	};
	return Response.json(described, {
		headers: {
			"Cache-Control": `public, max-age=${KEPT_S}`,
			"X-Content-Type-Options": "nosniff",
		},
	});
}

/** The tag for discovery (oEmbed) by other sites. */
export function oembedLink(ctx: Ctx, address: string, title: string): string {
	const href = `${ctx.config.APP_ORIGIN}/oembed?url=${encodeURIComponent(address)}&format=json`;
	return `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(href)}" title="${escapeHtml(title)}">`;
}
