import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { admitToken } from "../../accounts/access-tokens/admit-token.ts";
import { SEND_TOKEN } from "../../accounts/access-tokens/bearer.ts";
import type { AppEnv } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { log } from "../../platform/log.ts";
import { apiFor } from "./api.ts";
import { library } from "./library.ts";
import { makeServer, requirePermissions } from "./server.ts";

/**
 * Supports the revision of 2026-07-28, and those since 2025-03-26 without sessions. Throws `access_token.invalid`,
 * `access_token.scope_missing`, `rate.limited`, `request.malformed`.
 */
async function serve(c: Context<AppEnv>): Promise<Response> {
	const { ctx } = c.var;
	const token = await admitToken(ctx, ctx.credentials.tokenHash ?? "", []);
	const parsedBody: unknown = await c.req.json().catch((cause: unknown) => {
		throw failure("request.malformed", { cause });
	});
	// The limit counts requests.
	if (Array.isArray(parsedBody))
		throw failure("request.malformed", { message: "Send one message per request." });
	requirePermissions(token, parsedBody);
	const server = () => makeServer({ ctx, token, ...apiFor(c) });
	const handler = library().createMcpHandler(server, {
		// No stream is kept open.
		maxSubscriptions: 0,
		keepAliveMs: 0,
		onerror: ({ message }) => log("warn", "mcp.refused", { message }),
	});
	const response = await handler.fetch(c.req.raw, { parsedBody });
	// Read completely, so that work after the response knows what the tool has changed.
	const body = response.body ? await response.arrayBuffer() : null;
	const headers = new Headers(response.headers);
	headers.set("Cache-Control", "private, no-store");
	headers.set("X-Content-Type-Options", "nosniff");
	return new Response(body, { status: response.status, headers });
}

/**
 * By the protocol, an `Origin` must be ours; browser sessions are ignored. Throws `request.cross_site`,
 * `auth.required`.
 */
const programs = createMiddleware<AppEnv>(async (c, next) => {
	const { config, credentials } = c.var.ctx;
	const origin = c.req.header("origin");
	if (origin !== undefined && origin !== config.APP_ORIGIN) throw failure("request.cross_site");
	if (!credentials.tokenHash) throw failure("auth.required", SEND_TOKEN);
	await next();
});

export const mcpRoutes = new Hono<AppEnv>().post("/mcp", programs, serve);
