import { mayBeSignedIn } from "../../accounts/session-cookie.ts";
import { API_DOCS_PATH } from "../../contract/api-docs.ts";
import { isLocale, LOCALES, type Locale } from "../../contract/locales.ts";
import { paths } from "../../contract/paths.ts";
import { screenAt } from "../../contract/screens.ts";
import { PAUSED_ATTRIBUTE } from "../../contract/switches.ts";
import type { Ctx } from "../../core/context.ts";
import { pageTexts } from "../../core/page-texts.ts";
import { isPaused, pausedOf } from "../../core/switches.ts";
import { builtFile } from "../../platform/http/built-file.ts";
import { documentHeaders } from "./document-policy.ts";
import { hasImprint, IMPRINT_PATH } from "./imprint.tsx";

const LANGUAGES = Object.keys(LOCALES).filter(isLocale);
const LINKS = [
	{ name: "withdraw", href: paths.withdraw },
	{ name: "imprint", href: IMPRINT_PATH },
	{ name: "api", href: API_DOCS_PATH },
] as const;

/**
 * Added by the Worker, the only one to know if there is an imprint. Each link has its text in every language, which
 * the app shows when the reader chooses another.
 */
function legalLinks(ctx: Ctx): string {
	const textIn = (name: "withdraw" | "imprint" | "api", locale: Locale) =>
		pageTexts(locale).legalLinks[name];
	const links = LINKS.filter(({ name }) => name !== "imprint" || hasImprint(ctx)).map(
		({ name, href }) => {
			const texts = LANGUAGES.map((locale) => `data-${locale}="${textIn(name, locale)}"`);
			return `<a class="inline-block py-1.5 hover:text-ink hover:underline" href="${href}" ${texts.join(" ")}>${textIn(name, ctx.locale)}</a>`;
		},
	);
	return `<nav class="gutters flex max-w-content flex-wrap gap-x-6 pb-8 text-13 text-muted print:hidden" aria-label="${pageTexts(ctx.locale).legalLinks.label}">${links.join("")}</nav>`;
}

/** Throws `service.unavailable` if the app is not built. */
export async function documentAt(
	ctx: Ctx,
	request: Request,
	page: string,
	{ status = 200, rewriter = new HTMLRewriter() } = {},
): Promise<Response> {
	const url = new URL(request.url);
	const built = await builtFile(ctx, page);
	const paused = pausedOf(ctx).join(" ");
	return rewriter
		.on("#root", { element: (root) => void root.after(legalLinks(ctx), { html: true }) })
		.on("html", {
			element(html) {
				html.setAttribute("lang", ctx.locale);
				if (paused) html.setAttribute(PAUSED_ATTRIBUTE, paused);
			},
		})
		.transform(new Response(built.body, { status, headers: documentHeaders(ctx.config, url) }));
}

/** Serves addresses without a route: a screen, a built file, or the app with a 404. */
export async function serveDocument(ctx: Ctx, request: Request): Promise<Response> {
	const url = new URL(request.url);
	const screen = screenAt(url.pathname);
	if (screen) {
		const isSame =
			!mayBeSignedIn(request.headers) &&
			!(screen.readsQuery && url.search) &&
			!(screen.registers && isPaused(ctx, "registration"));
		const prerendered = isSame ? screen.prerendered : undefined;
		const page = prerendered ? `/prerendered/${ctx.locale}/${prerendered}` : "/";
		const response = await documentAt(ctx, request, page);
		if (screen.isPersonal) {
			response.headers.set("Cache-Control", "private, no-store");
			response.headers.set("X-Robots-Tag", "noindex");
		}
		return response;
	}
	return (await servedFile(ctx, request)) ?? documentAt(ctx, request, "/", { status: 404 });
}

export async function servedFile(ctx: Ctx, request: Request): Promise<Response | null> {
	const file = await ctx.env.ASSETS.fetch(request);
	// Built pages aren't served under their file names.
	const isFile = file.status < 300 && !/^text\/html/.test(file.headers.get("content-type") ?? "");
	if (isFile || file.status === 304) {
		const headers = new Headers(file.headers);
		headers.set("X-Content-Type-Options", "nosniff");
		return new Response(file.body, { status: file.status, headers });
	}
	await file.body?.cancel();
	return null;
}
