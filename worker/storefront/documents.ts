import type { Ctx } from "../context.ts";
import { failure } from "../platform/errors.ts";
import { documentHeaders } from "./document-policy.ts";

/** Every screen of the app, as in web/app/router.tsx; other paths get 404. */
const SCREENS = [
	"/",
	"/auth",
	"/reset-password",
	"/verify-email",
	"/terms",
	"/privacy",
	"/support",
	"/receipt",
	"/purchases",
	"/claim",
	"/dashboard",
	"/upload",
	"/settings",
	"/payment-setup",
	"/subscribe",
];
const SCREENS_WITH_ID = /^\/(?:payment\/direct|payment|dashboard\/sales)\/[A-Za-z0-9_-]{1,64}$/;
/** Screens whose address contains a secret, or which show personal data. */
const PERSONAL = /^\/(?:reset-password|verify-email|receipt|purchases|claim|dashboard|settings)/;

/**
 * Returns the built page with the headers of the document at `url`. @throws ApiError
 * `service.unavailable` (503) when there is no built page.
 */
export async function documentAt(
	ctx: Ctx,
	url: URL,
	page: "/" | "/share",
	status = 200,
): Promise<Response> {
	const built = await ctx.env.ASSETS.fetch(new Request(new URL(page, url)));
	if (!built.ok) throw failure("service.unavailable", "The web app is not built.");
	return new Response(built.body, { status, headers: documentHeaders(ctx.config, url) });
}

/**
 * Serves any address without a route of its own: a screen of the app, a built file, or the app with a
 * 404. @throws ApiError `service.unavailable` (503) when the app is not built.
 */
export async function serveDocument(ctx: Ctx, request: Request): Promise<Response> {
	const url = new URL(request.url);
	const path = url.pathname;
	if (SCREENS.includes(path) || SCREENS_WITH_ID.test(path)) {
		const response = await documentAt(ctx, url, "/");
		if (PERSONAL.test(path)) {
			response.headers.set("Cache-Control", "private, no-store");
			response.headers.set("X-Robots-Tag", "noindex");
		}
		return response;
	}
	const file = await ctx.env.ASSETS.fetch(request);
	// The built pages themselves are not served under their own names.
	const isFile = file.status < 300 && !/^text\/html/.test(file.headers.get("content-type") ?? "");
	if (isFile || file.status === 304) {
		const headers = new Headers(file.headers);
		headers.set("X-Content-Type-Options", "nosniff");
		return new Response(file.body, { status: file.status, headers });
	}
	await file.body?.cancel();
	return documentAt(ctx, url, "/", 404);
}
