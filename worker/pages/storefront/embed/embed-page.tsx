import type { Child } from "hono/jsx";
import { isFree, shareViewStatusOf } from "../../../catalogue/shares/contract/share-view.ts";
import type { RenditionKind, ShareResponse } from "../../../catalogue/shares/contract/shares.ts";
import { currencyFormat } from "../../../contract/currency-format.ts";
import { VARY_LOCALE } from "../../../contract/locales.ts";
import { paths } from "../../../contract/paths.ts";
import type { Ctx } from "../../../core/context.ts";
import { pageTexts } from "../../../core/page-texts.ts";
import { styleSource } from "../../../platform/http/plain-page.tsx";

/**
 * Fits a frame of any size: overflow is hidden, the button last. No `color-scheme`: if it differs from the page's,
 * browsers paint the frame's corners.
 */
const EMBED_STYLE = `
:root { --ink: #1b1a17; --muted: #645f55; --line: #e2ddd2; --sheet: #fff; --soft: #f1eee7; --brand: #0b6b52; --on-brand: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #f3f0ea; --muted: #b3ada2; --line: #3a3731; --sheet: #1e1c19; --soft: #2a2723; --brand: #4fcaa5; --on-brand: #0d1f18 } }
* { box-sizing: border-box }
html, body { height: 100% } body { margin: 0; background: transparent; color: var(--ink); font: 15px/1.45 system-ui, sans-serif; overflow-wrap: anywhere }
article { height: 100%; min-height: 9rem; display: flex; flex-direction: column; overflow: hidden; background: var(--sheet); border: 1px solid var(--line); border-radius: 14px }
.cover { position: relative; flex: 1 1 0; min-height: 0; overflow: hidden; background: var(--soft); display: grid; place-items: center }
.cover img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover } .cover { container-type: size } .cover img.tiny { inset: -3.2cqmax; width: calc(100% + 6.4cqmax); height: calc(100% + 6.4cqmax); filter: blur(1.6cqmax) } .cover img.mark { inset: auto; position: static; width: 3.5rem; height: 3.5rem; object-fit: contain; opacity: .75 }
.text { display: flex; flex-direction: column; gap: .35rem; padding: 1rem 1.1rem 1.1rem; min-width: 0 }
h1 { margin: 0; font-size: 1.15rem; line-height: 1.25; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
p { margin: 0 } .muted { color: var(--muted); font-size: .87rem } .about { display: none; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 3 }
.strip { display: none; gap: .5rem; margin: .25rem 0 } .strip img { flex: 1 1 0; min-width: 0; height: 4.25rem; object-fit: cover; border-radius: 8px; background: var(--soft) } .strip img.tiny { filter: blur(3px) }
.row { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin-top: .5rem }
a { color: inherit } .buy { display: inline-block; padding: .65rem 1.1rem; border-radius: 10px; background: var(--brand); color: var(--on-brand); font-weight: 600; text-decoration: none; font-variant-numeric: tabular-nums } .buy:hover { filter: brightness(1.08) }
.see { padding: .35rem 0; font-size: .9rem } :focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; border-radius: 6px }
.gone { margin: auto; padding: 1rem; text-align: center }
@media (min-height: 31rem) { .strip { display: flex } .about { display: -webkit-box } }
@media (min-width: 27.5rem) and (max-height: 26rem) { article { flex-direction: row } .cover { flex: 0 0 40% } .text { flex: 1; justify-content: center } }
@media (max-width: 27.49rem) and (max-height: 19rem) { .cover { display: none } .text { flex: 1; justify-content: center } }
`;

/** In seconds: a share that was taken down must disappear soon. */
const KEPT_S = 300;
const STRIP = 4;

/** The share's page reports no payment to its window. */
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
					{creator.displayName && `${texts.by({ creator: creator.displayName })} · `}
					{texts.files({ n: fileShare.fileCount })} · {texts.at({ appName: ctx.config.APP_NAME })}
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

/** Any site may frame it: without forms, a hidden click can only open a page in its own window. */
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
