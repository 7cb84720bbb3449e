import { createMiddleware } from "hono/factory";
import { platformConfigOf } from "../config.ts";
import { failure } from "../errors.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

const isAt = (exempt: string, path: string) =>
	exempt.endsWith("/") ? path.startsWith(exempt) : path === exempt;

/**
 * Refuses unsafe requests from other sites: `Sec-Fetch-Site` decides, else `Origin`; with neither, only
 * requests without cookies are accepted (scripts and monitors). Paths in `exempt` authenticate by other
 * means; one that ends in a slash stands for all paths below it.
 */
export function sameSiteOnly(exempt: readonly string[]) {
	return createMiddleware<{ Bindings: Env }>(async (c, next) => {
		if (!SAFE.has(c.req.method) && !exempt.some((path) => isAt(path, c.req.path))) {
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
