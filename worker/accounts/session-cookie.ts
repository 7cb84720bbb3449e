import type { Context } from "hono";
import { setReadableCookie, setTokenCookie, tokenHashOf } from "../platform/http/cookies.ts";

const SESSION = "session";
/** Readable by our pages: there is a session worth asking about. It names nobody and proves nothing. */
const HINT = "signed_in";

/** The hash of the session's token that a request carries. */
export function sessionHashOf(c: Context): Promise<string | null> {
	return tokenHashOf(c, SESSION);
}

/** Hands the creator's session token to the browser for at most `maxAgeMs`. */
export function setSessionCookie(c: Context, token: string, maxAgeMs: number): void {
	const maxAge = Math.floor(maxAgeMs / 1000);
	setTokenCookie(c, SESSION, token, maxAge);
	setReadableCookie(c, HINT, "1", maxAge);
}

/** Removes the session's cookies from the browser. */
export function clearSessionCookie(c: Context): void {
	setTokenCookie(c, SESSION, "", 0);
	setReadableCookie(c, HINT, "", 0);
}
