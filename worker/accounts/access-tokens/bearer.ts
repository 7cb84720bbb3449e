import type { Context } from "hono";
import { TOKEN_PREFIX } from "../../contract/access-tokens.ts";
import { failure } from "../../platform/errors.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { isTokenText } from "./token-text.ts";

/** The failure for a token that is not valid, or not any more. */
export const invalidToken = () =>
	failure("access_token.invalid", {
		headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
	});

function bearerOf(c: Context): string | null {
	const [, bearer] = /^bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
	return bearer?.startsWith(TOKEN_PREFIX) ? bearer : null;
}

/** Whether a request carries an access token, valid or not; then cookies count for nothing. */
export const hasToken = (c: Context): boolean => bearerOf(c) !== null;

/**
 * Returns the hash of the access token that a request carries, or null; other bearers are not ours. Throws
 * `access_token.invalid` for a text that can't be a token.
 */
export async function tokenHashOf(c: Context): Promise<string | null> {
	const bearer = bearerOf(c);
	if (bearer === null) return null;
	if (!isTokenText(bearer)) throw invalidToken();
	return sha256(bearer);
}
