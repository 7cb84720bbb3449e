import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { platformConfigOf } from "../config.ts";
import type { PlatformEnv } from "../context.ts";
import { failure } from "../errors.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

const isAt = (exempt: string, path: string) =>
	exempt.endsWith("/") ? path.startsWith(exempt) : path === exempt;

/**
 * Refuses unsafe requests from other sites: `Sec-Fetch-Site` decides, or else `Origin`; without both, only requests
 * without cookies are accepted. Paths in `exempt` authenticate by other means; a trailing slash covers all paths
 * below. Other sites can't add a header with a token.
 */
export function sameSiteOnly(exempt: readonly string[], hasToken: (c: Context) => boolean) {
	return createMiddleware<PlatformEnv>(async (c, next) => {
		const isExempt = hasToken(c) || exempt.some((path) => isAt(path, c.req.path));
		if (!SAFE.has(c.req.method) && !isExempt) {
			const site = c.req.header("sec-fetch-site");
			const origin = c.req.header("origin");
			const own = site
				? site === "same-origin"
				: origin
					? origin === platformConfigOf(c.env).APP_ORIGIN || origin === new URL(c.req.url).origin
					: !c.req.header("cookie");
			if (!own) throw failure("request.cross_site");
		}
		await next();
	});
}
