import type { Context } from "hono";
import { cookieValue, SIGNED_IN_COOKIE } from "../contract/cookies.ts";
import { setReadableCookie, setTokenCookie, tokenHashOf } from "../platform/http/cookies.ts";

const SESSION = "session";

export function sessionHashOf(c: Context): Promise<string | null> {
	return tokenHashOf(c, SESSION);
}

export function mayBeSignedIn(headers: Headers): boolean {
	return cookieValue(headers.get("cookie"), SIGNED_IN_COOKIE) === "1";
}

export function setSessionCookie(c: Context, token: string, maxAgeMs: number): void {
	const maxAge = Math.floor(maxAgeMs / 1000);
	setTokenCookie(c, SESSION, token, maxAge);
	setReadableCookie(c, SIGNED_IN_COOKIE, "1", maxAge);
}

export function clearSessionCookie(c: Context): void {
	setTokenCookie(c, SESSION, "", 0);
	setReadableCookie(c, SIGNED_IN_COOKIE, "", 0);
}
