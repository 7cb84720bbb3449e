import { renderShare } from "#rendering";
import type { Ctx } from "../context.ts";
import { paths } from "../contract/paths.ts";
import { CARD_SIZE } from "../contract/previews.ts";
import type { InlinedShare } from "../contract/share-view.ts";
import type { ShareResponse } from "../contract/shares.ts";
import { ApiError } from "../platform/errors.ts";
import { documentAt } from "./documents.ts";

const escapes: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char);

/** JSON that is safe inside a script element: no `<` can end it or open a comment. */
function scriptJson(value: unknown): string {
	return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Returns one line of at most 200 characters, for search results and link previews. */
function summary({ fileShare, creator }: ShareResponse): string {
	const files = `${fileShare.fileCount} ${fileShare.fileCount === 1 ? "file" : "files"}`;
	const access = `${files} by ${creator.displayName} for $${fileShare.price}`;
	const text = (fileShare.description ?? "").replace(/\s+/g, " ").trim();
	const whole = text === "" ? `${access}. Preview, pay once, download.` : `${text} — ${access}`;
	return whole.length > 200 ? `${whole.slice(0, 199).trimEnd()}…` : whole;
}

function headTags(ctx: Ctx, page: ShareResponse): string {
	const { fileShare, creator } = page;
	const address = `${ctx.config.APP_ORIGIN}${paths.share(fileShare.shareId)}`;
	const title = fileShare.title;
	const described = summary(page);
	// Messengers keep a card for long: after a change it has another address.
	const version = fileShare.changedAt === null ? "" : `?v=${Date.parse(fileShare.changedAt)}`;
	const card = `${address}/card.jpg${version}`;
	const cardText = `${title}, ${creator.displayName}`;
	const property = (name: string, content: string) =>
		`<meta property="${name}" content="${escapeHtml(content)}">`;
	const named = (name: string, content: string) =>
		`<meta name="${name}" content="${escapeHtml(content)}">`;
	return [
		`<link rel="canonical" href="${escapeHtml(address)}">`,
		property("og:type", "product"),
		property("og:site_name", ctx.config.APP_NAME),
		property("og:title", title),
		property("og:description", described),
		property("og:url", address),
		property("og:image", card),
		property("og:image:type", "image/jpeg"),
		property("og:image:width", String(CARD_SIZE.width)),
		property("og:image:height", String(CARD_SIZE.height)),
		property("og:image:alt", cardText),
		property("product:price:amount", fileShare.price),
		property("product:price:currency", "USD"),
		named("twitter:card", "summary_large_image"),
		named("twitter:title", title),
		named("twitter:description", described),
		named("twitter:image", card),
		named("twitter:image:alt", cardText),
		...(isIndexed(page) ? [] : [named("robots", "noindex")]),
	].join("");
}

/**
 * In link mode the link itself is the secret, so no search engine may index it; nor what only buyers see.
 */
function isIndexed({ fileShare }: ShareResponse): boolean {
	return (
		fileShare.saleMode !== "link" &&
		fileShare.status === "published" &&
		fileShare.downloadUntil === null
	);
}

/** Returns the page of a share, with metadata for crawlers and link previews. */
export async function shareDocument(
	ctx: Ctx,
	request: Request,
	page: ShareResponse,
): Promise<Response> {
	const described = `<meta name="description" content="${escapeHtml(summary(page))}">`;
	const rewriter = new HTMLRewriter()
		.on('meta[name="description"]', {
			// Setting the attribute would leave "&" and "<" unescaped.
			element: (element) => void element.replace(described, { html: true }),
		})
		.on("head", { element: (head) => void head.append(headTags(ctx, page), { html: true }) });
	return personal(await rendered(ctx, request, { page }, { rewriter }), isIndexed(page));
}

/** Returns the page that says why a share is not shown. @throws `error` when it is no refusal */
export async function missingShareDocument(
	ctx: Ctx,
	request: Request,
	error: unknown,
): Promise<Response> {
	if (!(error instanceof ApiError) || error.status >= 500) throw error;
	const { status, code, message } = error;
	const refusal = { status, code, message };
	return personal(await rendered(ctx, request, { refusal }, { status }), false);
}

/** Renders the page into the built document, with its title, and with its data for the app. */
function rendered(
	ctx: Ctx,
	request: Request,
	inlined: InlinedShare,
	{ status = 200, rewriter = new HTMLRewriter() },
): Promise<Response> {
	const { html, title } = renderShare({ address: request.url, inlined, locale: ctx.locale });
	const data = `<script type="application/json" id="share-data">${scriptJson(inlined)}</script>`;
	rewriter
		.on("title", { element: (element) => void element.setInnerContent(title) })
		.on("#root", {
			element: (root) => {
				root.setAttribute("data-rendered", "");
				root.setInnerContent(html, { html: true });
			},
		})
		.on("body", { element: (body) => void body.append(data, { html: true }) });
	return documentAt(ctx, request, "/share", { status, rewriter });
}

function personal(response: Response, indexed: boolean): Response {
	response.headers.set("Cache-Control", "private, no-store");
	if (!indexed) response.headers.set("X-Robots-Tag", "noindex");
	return response;
}
