import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { TOKEN_PREFIX } from "../../contract/accounts/access-tokens.ts";
import { platformConfigOf } from "../../platform/config.ts";
import type { PlatformEnv } from "../../platform/context.ts";
import { failure } from "../../platform/errors.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { isTokenText } from "./token-text.ts";

export const invalidToken = () =>
	failure("access_token.invalid", {
		headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
	});

/** The advice for a program that sent no access token, or something else in its place. */
export const SEND_TOKEN =
	"Send an access token: Authorization: Bearer tbx_… You make one in Settings.";

/**
 * The failure of a request without a signed-in user. If its `Authorization` isn't an access token, it says what to
 * send.
 */
export const nobodySignedIn = ({ req }: Pick<Context, "req">) =>
	req.header("authorization") === undefined
		? failure("auth.required")
		: failure("access_token.invalid", SEND_TOKEN);

/**
 * Middleware: names the scheme in every 401; these, and refusals for lack of a permission, say where programs learn
 * how to get a token (RFC 6750, 3; RFC 9728, 5.1). Browsers don't ask for a password because of it.
 */
export const challenge = createMiddleware<PlatformEnv>(async (c, next) => {
	await next();
	const given = c.res.headers.get("WWW-Authenticate");
	if (given === null ? c.res.status !== 401 : !given.startsWith("Bearer ")) return;
	const { APP_ORIGIN } = platformConfigOf(c.env);
	const metadata = `resource_metadata="${APP_ORIGIN}${resourcePath(c.req.path)}"`;
	c.header("WWW-Authenticate", given === null ? `Bearer ${metadata}` : `${given}, ${metadata}`);
});

/** Whose metadata apply to a path: those of `/mcp`, or else of the API. */
const resourcePath = (path: string) =>
	`/.well-known/oauth-protected-resource${path === "/mcp" ? path : ""}`;

function bearerOf(c: Context): string | null {
	const [, bearer] = /^bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
	return bearer?.startsWith(TOKEN_PREFIX) ? bearer : null;
}

/** Whether a request carries an access token, valid or not; if so, cookies are ignored. */
export const hasToken = (c: Context): boolean => bearerOf(c) !== null;

/**
 * Returns the hash of the request's access token, or null for other bearers. Throws `access_token.invalid` for a text
 * that can't be a token.
 */
export async function tokenHashOf(c: Context): Promise<string | null> {
	const bearer = bearerOf(c);
	if (bearer === null) return null;
	if (!isTokenText(bearer)) throw invalidToken();
	return sha256(bearer);
}
