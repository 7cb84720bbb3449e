import { createMiddleware } from "hono/factory";
import { platformConfigOf } from "../config.ts";
import { failure } from "../errors.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses unsafe requests from other sites: `Sec-Fetch-Site` decides, else `Origin`; with neither, only
 * requests without cookies are accepted (scripts and monitors). Paths in `exempt` authenticate by other
 * means.
 */
export function sameSiteOnly(exempt: readonly string[]) {
	return createMiddleware<{ Bindings: Env }>(async (c, next) => {
		if (!SAFE.has(c.req.method) && !exempt.includes(c.req.path)) {
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
