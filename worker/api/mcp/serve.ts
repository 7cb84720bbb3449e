import type { Context } from "hono";
import { admitToken } from "../../accounts/access-tokens/admit-token.ts";
import type { AppEnv } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { log } from "../../platform/log.ts";
import { apiFor } from "./api.ts";
import { library } from "./library.ts";
import { makeServer, requirePermissions } from "./server.ts";

/**
 * Answers one message of the protocol: of the revision of 2026-07-28, or of those since 2025-03-26 without sessions.
 * Throws `access_token.invalid`, `access_token.scope_missing`, `rate.limited`, `request.malformed`.
 */
export async function serve(c: Context<AppEnv>): Promise<Response> {
	const { ctx } = c.var;
	const token = await admitToken(ctx, ctx.credentials.tokenHash ?? "", []);
	const parsedBody: unknown = await c.req.json().catch((cause: unknown) => {
		throw failure("request.malformed", { cause });
	});
	// The limit counts requests, so a request is one message; newer revisions have no batches.
	if (Array.isArray(parsedBody))
		throw failure("request.malformed", { message: "Send one message per request." });
	requirePermissions(token, parsedBody);
	const server = () => makeServer({ ctx, token, ...apiFor(c) });
	const handler = library().createMcpHandler(server, {
		// There is nothing to subscribe to, and no stream is kept open.
		maxSubscriptions: 0,
		keepAliveMs: 0,
		onerror: ({ message }) => log("warn", "mcp.refused", { message }),
	});
	const response = await handler.fetch(c.req.raw, { parsedBody });
	// Reads the response to its end, so that work after the response knows what the tool has changed.
	const body = response.body ? await response.arrayBuffer() : null;
	const headers = new Headers(response.headers);
	headers.set("Cache-Control", "private, no-store");
	headers.set("X-Content-Type-Options", "nosniff");
	return new Response(body, { status: response.status, headers });
}
