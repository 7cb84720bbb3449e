import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { SEND_TOKEN } from "../../accounts/access-tokens/bearer.ts";
import type { AppEnv } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { serve } from "./serve.ts";

/**
 * Middleware: programs only. The protocol demands that an `Origin` is ours; browser sessions are ignored. Throws
 * `request.cross_site`, `auth.required`.
 */
const programs = createMiddleware<AppEnv>(async (c, next) => {
	const { config, credentials } = c.var.ctx;
	const origin = c.req.header("origin");
	if (origin !== undefined && origin !== config.APP_ORIGIN) throw failure("request.cross_site");
	if (!credentials.tokenHash) throw failure("auth.required", SEND_TOKEN);
	await next();
});

export const mcpRoutes = new Hono<AppEnv>().post("/mcp", programs, serve);
