import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { platformConfigOf } from "../../platform/config.ts";
import type { PlatformEnv } from "../../platform/context.ts";
import { failure } from "../../platform/errors.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { TOKEN_PREFIX } from "./contract.ts";
import { isTokenText } from "./token-text.ts";

export const invalidToken = () =>
	failure("access_token.invalid", {
		headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
	});

export const SEND_TOKEN =
	"Send an access token: Authorization: Bearer tbx_… You make one in Settings.";

export const nobodySignedIn = ({ req }: Pick<Context, "req">) =>
	req.header("authorization") === undefined
		? failure("auth.required")
		: failure("access_token.invalid", SEND_TOKEN);

/** Names the scheme in 401s, and where to learn how to get a token (RFC 6750, 3; RFC 9728, 5.1). */
export const challenge = createMiddleware<PlatformEnv>(async (c, next) => {
	await next();
	const given = c.res.headers.get("WWW-Authenticate");
	if (given === null ? c.res.status !== 401 : !given.startsWith("Bearer ")) return;
	const { APP_ORIGIN } = platformConfigOf(c.env);
	const metadata = `resource_metadata="${APP_ORIGIN}${resourcePath(c.req.path)}"`;
	c.header("WWW-Authenticate", given === null ? `Bearer ${metadata}` : `${given}, ${metadata}`);
});

const resourcePath = (path: string) =>
	`/.well-known/oauth-protected-resource${path === "/mcp" ? path : ""}`;

function bearerOf(c: Context): string | null {
	const [, bearer] = /^bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
	return bearer?.startsWith(TOKEN_PREFIX) ? bearer : null;
}

/** True even for an invalid token; cookies are ignored then. */
export const hasToken = (c: Context): boolean => bearerOf(c) !== null;

/** Null without a token. Throws `access_token.invalid` for a text that can't be one. */
export async function tokenHashOf(c: Context): Promise<string | null> {
	const bearer = bearerOf(c);
	if (bearer === null) return null;
	if (!isTokenText(bearer)) throw invalidToken();
	return sha256(bearer);
}
