import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { configOf } from "../config.ts";
import { sha256 } from "../security/crypto.ts";

const SESSION = "session";
const BUYER = "buyer";
/** Readable by our pages: there is a session worth asking about. It names nobody and proves nothing. */
const HINT = "signed_in";
const YEAR_S = 365 * 24 * 60 * 60;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * True on a developer's own machine only: WebKit keeps no `Secure` cookies of `http://localhost`. What
 * decides is the configured origin; a request to any other is treated as everywhere else.
 */
function isLocal(c: Context): boolean {
	const { APP_ORIGIN } = configOf(c.env);
	const { protocol, hostname } = new URL(APP_ORIGIN);
	return (
		protocol === "http:" && LOOPBACK.test(hostname) && new URL(c.req.url).origin === APP_ORIGIN
	);
}

/** `__Host-`, Secure, HttpOnly, SameSite=Lax, whole site: no other host can set or read these. */
function attributesFor(c: Context) {
	const common = { path: "/", httpOnly: true, sameSite: "Lax" } as const;
	return isLocal(c) ? common : ({ ...common, prefix: "host", secure: true } as const);
}

/** The hash of a cookie's token; a cookie in the form that is not set here is not read either. */
async function hashOf(c: Context, name: string): Promise<string | null> {
	const token = isLocal(c) ? getCookie(c, name) : getCookie(c, name, "host");
	return token && token.length <= 200 ? sha256(token) : null;
}

/** Hashes of both identities a request may carry. */
export async function credentialsOf(c: Context) {
	return { sessionHash: await hashOf(c, SESSION), buyerHash: await hashOf(c, BUYER) };
}

function setHint(c: Context, value: string, maxAge: number): void {
	setCookie(c, HINT, value, { path: "/", secure: !isLocal(c), sameSite: "Lax", maxAge });
}

/** Hands the creator's session token to the browser for at most `maxAgeMs`. */
export function setSessionCookie(c: Context, token: string, maxAgeMs: number): void {
	const maxAge = Math.floor(maxAgeMs / 1000);
	setCookie(c, SESSION, token, { ...attributesFor(c), maxAge });
	setHint(c, "1", maxAge);
}

export function clearSessionCookie(c: Context): void {
	setCookie(c, SESSION, "", { ...attributesFor(c), maxAge: 0 });
	setHint(c, "", 0);
}

/** Hands the anonymous buyer's token to the browser for a year. */
export function setBuyerCookie(c: Context, token: string): void {
	setCookie(c, BUYER, token, { ...attributesFor(c), maxAge: YEAR_S });
}
