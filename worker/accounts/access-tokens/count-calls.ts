import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { AppEnv } from "../../core/context.ts";
import { ApiError } from "../../platform/errors.ts";
import { admitToken, limitHeaders } from "./admit-token.ts";

/**
 * Counts every request with a valid token, even on public routes, except `uncounted` ones, and sends the calls left.
 * Throws `rate.limited`; invalid tokens are refused by the routes that need one.
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
		// Streamed responses drop headers set before the route.
		for (const [name, value] of Object.entries(limitHeaders(token.limit))) c.header(name, value);
	});
