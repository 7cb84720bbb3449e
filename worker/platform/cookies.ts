import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { sha256 } from "./crypto.ts";

const SESSION = "session";
const BUYER = "buyer";
/** Readable by our pages: there is a session worth asking about. It names nobody and proves nothing. */
const HINT = "signed_in";
const YEAR_S = 365 * 24 * 60 * 60;

/** `__Host-`, Secure, HttpOnly, SameSite=Lax, whole site: no other host can set or read these. */
const attributes = {
	prefix: "host",
	path: "/",
	secure: true,
	httpOnly: true,
	sameSite: "Lax",
} as const;

async function hashOf(token: string | undefined): Promise<string | null> {
	return token && token.length <= 200 ? sha256(token) : null;
}

/** Hashes of both identities a request may carry. */
export async function credentialsOf(c: Context) {
	return {
		sessionHash: await hashOf(getCookie(c, SESSION, "host")),
		buyerHash: await hashOf(getCookie(c, BUYER, "host")),
	};
}

/** Hands the creator's session token to the browser for at most `maxAgeMs`. */
export function setSessionCookie(c: Context, token: string, maxAgeMs: number): void {
	const maxAge = Math.floor(maxAgeMs / 1000);
	setCookie(c, SESSION, token, { ...attributes, maxAge });
	setCookie(c, HINT, "1", { path: "/", secure: true, sameSite: "Lax", maxAge });
}

export function clearSessionCookie(c: Context): void {
	setCookie(c, SESSION, "", { ...attributes, maxAge: 0 });
	setCookie(c, HINT, "", { path: "/", secure: true, sameSite: "Lax", maxAge: 0 });
}

/** Hands the anonymous buyer's token to the browser for a year. */
export function setBuyerCookie(c: Context, token: string): void {
	setCookie(c, BUYER, token, { ...attributes, maxAge: YEAR_S });
}
