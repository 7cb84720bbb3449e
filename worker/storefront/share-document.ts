import { renderShare } from "#rendering";
import type { Ctx } from "../context.ts";
import { paths } from "../contract/paths.ts";
import { CARD_SIZE } from "../contract/previews.ts";
import type { InlinedShare } from "../contract/share-view.ts";
import type { ShareResponse } from "../contract/shares.ts";
import { escapeHtml, named, property, refusalOf, renderedDocument } from "./rendered-document.ts";

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
	return [
		`<link rel="canonical" href="${escapeHtml(address)}">`,
		property("og:type", "product"),
		property("og:site_name", ctx.config.APP_NAME),
		property("og:title", title),
		property("og:description", described),
		property("og:url", address),
		property("og:image", card),
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
export function shareDocument(ctx: Ctx, request: Request, page: ShareResponse): Promise<Response> {
	return renderedDocument(ctx, request, {
		...inDocument(ctx, request, { page }),
		description: summary(page),
		head: headTags(ctx, page),
		isIndexed: isIndexed(page),
	});
}

/** Returns the page that says why a share is not shown. @throws `error` when it is no refusal */
export function missingShareDocument(
	ctx: Ctx,
	request: Request,
	error: unknown,
): Promise<Response> {
	const refusal = refusalOf(error);
	return renderedDocument(ctx, request, {
		...inDocument(ctx, request, { refusal }),
		status: refusal.status,
		isIndexed: false,
	});
}

/** Renders the page for the built document of share pages. */
function inDocument(ctx: Ctx, request: Request, data: InlinedShare) {
	const { html, title } = renderShare({
		address: request.url,
		inlined: data,
		locale: ctx.locale,
	});
	return { document: "/share", dataId: "share-data", data, html, title };
}
