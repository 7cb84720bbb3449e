import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { ErrorCode } from "../../contract/errors.ts";
import type { PlatformEnv } from "../context.ts";
import { randomId } from "../ids.ts";
import { countRequest } from "../metrics.ts";
import { inScope } from "../request-scope.ts";

type ObservedEnv = PlatformEnv & { Variables: { errorCode?: ErrorCode } };

/** For a document, the pattern of its screen. */
function routeOf(c: Context, screenOf: (path: string) => string | undefined): string {
	const own = matchedRoutes(c).find(({ path }) => !path.includes("*"));
	if (own) return own.path;
	if (c.req.path.startsWith("/api/")) return "/api/*";
	return screenOf(c.req.path) ?? "*";
}

/** Gives each request a scope for its logs, and writes one data point about it. */
export const observe = (screenOf: (path: string) => string | undefined) =>
	createMiddleware<ObservedEnv>((c, next) =>
		inScope(c.req.header("cf-ray") ?? randomId(9), async ({ waits }) => {
			const began = Date.now();
			await next();
			const { cf } = c.req.raw;
			countRequest(c.env, {
				method: c.req.method,
				route: routeOf(c, screenOf),
				status: c.res.status,
				code: c.get("errorCode") ?? "",
				country: typeof cf?.country === "string" ? cf.country : "",
				ms: Date.now() - began,
				bytesIn: Number(c.req.header("content-length") ?? 0),
				bytesOut: Number(c.res.headers.get("content-length") ?? 0),
				waits: waits.times(),
				trips: waits.trips(),
			});
		}),
	);
