import type { Context } from "hono";
import { setReadableCookie, setTokenCookie, tokenHashOf } from "../platform/http/cookies.ts";

const SESSION = "session";
/**
 * A cookie that scripts may read: a session may exist, so fetching the user is worthwhile. It identifies
 * nobody and authorises nothing.
 */
const HINT = "signed_in";

/** Returns the hash of the session token in the request's cookie. */
export function sessionHashOf(c: Context): Promise<string | null> {
	return tokenHashOf(c, SESSION);
}

/** Sets the creator's session cookie for at most `maxAgeMs`. */
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
