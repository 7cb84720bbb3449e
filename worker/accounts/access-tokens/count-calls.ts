import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { AppEnv } from "../../core/context.ts";
import { ApiError } from "../../platform/errors.ts";
import { admitToken, limitHeaders } from "./admit-token.ts";

/**
 * Middleware: counts each request with a valid access token, even on public routes, and sends the number of calls
 * left. Routes that need a token refuse invalid ones themselves. Requests without a token cost nothing. `uncounted`
 * lists routes that limit their calls by other means. Throws `rate.limited`.
 */
export const countCalls = (uncounted: readonly string[]) =>
	createMiddleware<AppEnv>(async (c, next) => {
		const { ctx } = c.var;
		const { tokenHash } = ctx.credentials;
		if (!tokenHash || matchedRoutes(c).some(({ path }) => uncounted.includes(path))) return next();
		const token = await admitToken(ctx, tokenHash, []).catch((error: unknown) => {
			if (error instanceof ApiError && error.code === "access_token.invalid") return null;
			throw error;
		});
		await next();
		if (!token) return;
		// Set after the route: streamed responses drop headers that were set before.
		for (const [name, value] of Object.entries(limitHeaders(token.limit))) c.header(name, value);
	});
