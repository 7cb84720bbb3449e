import { paths } from "../../../contract/paths.ts";
import type { Ctx } from "../../../core/context.ts";
import type { CreatorPage, InlinedCreator } from "../contract/creator-page.ts";
import {
	escapeHtml,
	named,
	property,
	refusalOf,
	renderedDocument,
	rendering,
} from "../rendered-document.ts";
import { creatorData } from "../structured-data.ts";
import { FEED_TYPE } from "./creator-feed.ts";

const MARK = "/card.png";

function headTags(ctx: Ctx, page: CreatorPage, description: string): string {
	const origin = ctx.config.APP_ORIGIN;
	const address = `${origin}${paths.creator(page.handle)}`;
	const image = `${origin}${page.avatar ?? MARK}`;
	return [
		`<link rel="canonical" href="${address}">`,
		`<link rel="alternate" type="${FEED_TYPE}" href="${origin}${paths.creatorFeed(page.handle)}" title="${escapeHtml(page.displayName)}">`,
		creatorData(ctx, page),
		property("og:type", "profile"),
		property("og:site_name", ctx.config.APP_NAME),
		property("og:title", page.displayName),
		property("og:description", description),
		property("og:url", address),
		property("og:image", image),
		property("profile:username", page.handle),
		named("twitter:card", "summary"),
		named("twitter:title", page.displayName),
		named("twitter:description", description),
		named("twitter:image", image),
		...(isIndexed(page) ? [] : [named("robots", "noindex")]),
	].join("");
}

/** A page without offers is useless in search results. */
function isIndexed({ shares }: CreatorPage): boolean {
	return shares.length > 0;
}

async function rendered(ctx: Ctx, request: Request, inlined: InlinedCreator) {
	const { renderCreator } = await rendering();
	return renderCreator({ address: request.url, inlined, locale: ctx.locale });
}

export async function creatorDocument(
	ctx: Ctx,
	request: Request,
	page: CreatorPage,
): Promise<Response> {
	const { html, title, description } = await rendered(ctx, request, { page });
	return renderedDocument(ctx, request, {
		document: "/creator",
		dataId: "creator-data",
		data: { page },
		html,
		title,
		description,
		head: headTags(ctx, page, description),
		isIndexed: isIndexed(page),
	});
}

export async function missingCreatorDocument(
	ctx: Ctx,
	request: Request,
	error: unknown,
): Promise<Response> {
	const refusal = refusalOf(error);
	const { html, title } = await rendered(ctx, request, { refusal });
	return renderedDocument(ctx, request, {
		document: "/creator",
		dataId: "creator-data",
		data: { refusal },
		html,
		title,
		status: refusal.status,
		isIndexed: false,
	});
}
