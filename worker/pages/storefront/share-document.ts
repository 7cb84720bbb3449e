import type { InlinedShare } from "../../catalogue/shares/contract/share-view.ts";
import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { currencyFormat } from "../../contract/currency-format.ts";
import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { CARD_SIZE } from "../../files/previews/contract/previews.ts";
import { closedSharePage, isClosedFailure } from "./closed-share.tsx";
import { oembedLink } from "./embed/oembed.ts";
import { isIndexed, isPublic } from "./public-share.ts";
import {
	escapeHtml,
	named,
	property,
	refusalOf,
	renderedDocument,
	rendering,
} from "./rendered-document.ts";
import type { FoundShare } from "./share-response.ts";
import { structuredData } from "./structured-data.ts";
import { timeLeft } from "./time-left.ts";

/** At most 200 characters. */
function summary({ fileShare, creator }: ShareResponse): string {
	const files = `${fileShare.fileCount} ${fileShare.fileCount === 1 ? "file" : "files"}`;
	const price = currencyFormat("en", fileShare.currency).format(Number(fileShare.price));
	const by = creator.displayName === null ? "" : ` by ${creator.displayName}`;
	const access = `${files}${by} for ${price}`;
	const text = (fileShare.description ?? "").replace(/\s+/g, " ").trim();
	const full = text === "" ? `${access}. Preview, pay once, download.` : `${text} — ${access}`;
	return full.length > 200 ? `${full.slice(0, 199).trimEnd()}…` : full;
}

function headTags(ctx: Ctx, { page, share }: FoundShare): string {
	const { fileShare, creator } = page;
	const address = `${ctx.config.APP_ORIGIN}${paths.share(fileShare.shareId)}`;
	const title = fileShare.title;
	const described = summary(page);
	// Messengers keep a card for long, so a change needs a new address.
	const version = fileShare.changedAt === null ? "" : `?v=${Date.parse(fileShare.changedAt)}`;
	const card = `${address}/card.jpg${version}`;
	const cardText = creator.displayName === null ? title : `${title}, ${creator.displayName}`;
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
		property("product:price:currency", fileShare.currency.toUpperCase()),
		named("twitter:card", "summary_large_image"),
		named("twitter:title", title),
		named("twitter:description", described),
		named("twitter:image", card),
		named("twitter:image:alt", cardText),
		...(isIndexed(share, ctx.now()) ? [] : [named("robots", "noindex")]),
		...(isPublic(share, ctx.now())
			? [oembedLink(ctx, address, title), structuredData(ctx, page, card)]
			: []),
	].join("");
}

export async function shareDocument(
	ctx: Ctx,
	request: Request,
	found: FoundShare,
): Promise<Response> {
	const { page, share } = found;
	return renderedDocument(ctx, request, {
		...(await inDocument(ctx, request, { page })),
		above: timeLeft(ctx, share),
		description: summary(page),
		head: headTags(ctx, found),
		isIndexed: isIndexed(share, ctx.now()),
	});
}

export async function missingShareDocument(
	ctx: Ctx,
	request: Request,
	slug: string,
	error: unknown,
): Promise<Response> {
	if (isClosedFailure(error)) return closedSharePage(ctx, slug, error);
	const refusal = refusalOf(error);
	return renderedDocument(ctx, request, {
		...(await inDocument(ctx, request, { refusal })),
		status: refusal.status,
		isIndexed: false,
	});
}

async function inDocument(ctx: Ctx, request: Request, data: InlinedShare) {
	const { renderShare } = await rendering();
	const { html, title } = renderShare({
		address: request.url,
		inlined: data,
		locale: ctx.locale,
	});
	return { document: "/share", dataId: "share-data", data, html, title };
}
