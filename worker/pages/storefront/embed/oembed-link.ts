import type { Ctx } from "../../../core/context.ts";
import { escapeHtml } from "../rendered-document.ts";

export function oembedLink(ctx: Ctx, address: string, title: string): string {
	const href = `${ctx.config.APP_ORIGIN}/oembed?url=${encodeURIComponent(address)}&format=json`;
	return `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(href)}" title="${escapeHtml(title)}">`;
}
