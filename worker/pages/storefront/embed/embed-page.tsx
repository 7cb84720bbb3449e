import type { Child } from "hono/jsx";
import { isFree, shareViewStatusOf } from "../../../contract/catalogue/share-view.ts";
import type { RenditionKind, ShareResponse } from "../../../contract/catalogue/shares.ts";
import { currencyFormat } from "../../../contract/currency-format.ts";
import { VARY_LOCALE } from "../../../contract/locales.ts";
import { paths } from "../../../contract/paths.ts";
import type { Ctx } from "../../../core/context.ts";
import { pageTexts } from "../../../core/page-texts.ts";
import { styleSource } from "../../../platform/http/plain-page.tsx";
import { EMBED_STYLE } from "./embed-style.ts";

/** In seconds: a share that was taken down must disappear soon. */
const KEPT_S = 300;
const STRIP = 4;

/** Links to a payment page, not to the share's page, whose window reports no payment. */
function buyHref(page: ShareResponse): string {
	const { shareId } = page.fileShare;
	const path =
		page.creator.acceptsCard || isFree(page)
			? paths.payment(shareId)
			: page.creator.acceptsDirect
				? paths.directPayment(shareId)
				: paths.share(shareId);
	return `${path}?utm_source=embed`;
}

const isTiny = (kind: RenditionKind) => (kind === "image" ? "tiny" : undefined);

function Cover({ page: { cover } }: { page: ShareResponse }) {
	return (
		<div class="cover">
			{cover ? (
				<img src={cover.src} alt="" class={isTiny(cover.kind)} />
			) : (
				<img src="/icon.svg" alt="" class="mark" />
			)}
		</div>
	);
}

function Strip({ page: { files } }: { page: ShareResponse }) {
	const pictures = files.flatMap(({ preview }) => {
		const src = preview?.src ?? preview?.placeholder;
		return preview && src ? [{ src, kind: preview.kind }] : [];
	});
	if (pictures.length < 2) return null;
	return (
		<div class="strip">
			{pictures.slice(0, STRIP).map(({ src, kind }) => (
				<img key={src} src={src} alt="" loading="lazy" class={isTiny(kind)} />
			))}
		</div>
	);
}

function Offer({ ctx, page }: { ctx: Ctx; page: ShareResponse }) {
	const texts = pageTexts(ctx.locale).embed;
	const status = shareViewStatusOf(page);
	const { shareId, price, currency, pricing } = page.fileShare;
	const amount = currencyFormat(ctx.locale, currency).format(Number(price));
	return (
		<div class="row">
			{status === "for-sale" ? (
				<a class="buy" data-buy={shareId} href={buyHref(page)} target="_blank" rel="noopener">
					{pricing === "fixed" ? texts.buy({ price: amount }) : texts[pricing]}
				</a>
			) : (
				<strong>{status === "sold-out" ? texts.soldOut : texts.stopped}</strong>
			)}
			<a
				class="see"
				href={`${paths.share(shareId)}?utm_source=embed`}
				target="_blank"
				rel="noopener"
			>
				{texts.see}
			</a>
		</div>
	);
}

/** Works without its script. */
export function embedPage(ctx: Ctx, page: ShareResponse): Promise<Response> {
	const texts = pageTexts(ctx.locale).embed;
	const { fileShare, creator } = page;
	const body = (
		<>
			<Cover page={page} />
			<div class="text">
				<h1 dir="auto">{fileShare.title}</h1>
				<p class="muted">
					{texts.by({ creator: creator.displayName })} · {texts.files({ n: fileShare.fileCount })} ·{" "}
					{texts.at({ appName: ctx.config.APP_NAME })}
				</p>
				{fileShare.description && (
					<p class="muted about" dir="auto">
						{fileShare.description}
					</p>
				)}
				<Strip page={page} />
				<Offer ctx={ctx} page={page} />
			</div>
		</>
	);
	return framed(ctx, { title: fileShare.title, body, status: 200 });
}

export function missingEmbedPage(ctx: Ctx): Promise<Response> {
	const { missing } = pageTexts(ctx.locale).embed;
	return framed(ctx, { title: missing, body: <p class="gone muted">{missing}</p>, status: 404 });
}

type Framed = { title: string; body: Child; status: number };

/** Any site may frame it: it has no forms, so a hidden click can only open a page in its own window. */
async function framed(ctx: Ctx, { title, body, status }: Framed): Promise<Response> {
	const html = (
		<html lang={ctx.locale}>
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				<title>{`${title} · ${ctx.config.APP_NAME}`}</title>
				{/* A constant of ours: escaping it would change the hash. */}
				{/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
				<style dangerouslySetInnerHTML={{ __html: EMBED_STYLE }} />
				<script async src="/embed.js" />
			</head>
			<body>
				<article>{body}</article>
			</body>
		</html>
	);
	const style = await styleSource(EMBED_STYLE);
	return new Response(`<!doctype html>${html}`, {
		status,
		headers: {
			"Content-Type": "text/html; charset=utf-8",
			"Content-Security-Policy": `default-src 'none'; script-src 'self'; style-src ${style}; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors *`,
			"Cache-Control": status === 200 ? `public, max-age=${KEPT_S}` : "no-store",
			// Lets pages that isolate themselves show it.
			"Cross-Origin-Embedder-Policy": "require-corp",
			"Cross-Origin-Resource-Policy": "cross-origin",
			"Referrer-Policy": "same-origin",
			Vary: VARY_LOCALE,
			"X-Content-Type-Options": "nosniff",
			"X-Robots-Tag": "noindex",
		},
	});
}
