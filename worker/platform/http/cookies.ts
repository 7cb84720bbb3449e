import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { platformConfigOf } from "../config.ts";
import { sha256 } from "../security/crypto.ts";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * True on a developer's own machine only: WebKit keeps no `Secure` cookies of `http://localhost`. What
 * decides is the configured origin; a request to any other is treated as everywhere else.
 */
function isLocal(c: Context): boolean {
	const { APP_ORIGIN } = platformConfigOf(c.env);
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
export async function tokenHashOf(c: Context, name: string): Promise<string | null> {
	const token = isLocal(c) ? getCookie(c, name) : getCookie(c, name, "host");
	return token && token.length <= 200 ? sha256(token) : null;
}

/** Hands a token to the browser for `maxAge` seconds; 0 removes it. */
export function setTokenCookie(c: Context, name: string, token: string, maxAge: number): void {
	setCookie(c, name, token, { ...attributesFor(c), maxAge });
}

/** A cookie that our pages may read, for `maxAge` seconds; it must prove nothing. */
export function setReadableCookie(c: Context, name: string, value: string, maxAge: number): void {
	setCookie(c, name, value, { path: "/", secure: !isLocal(c), sameSite: "Lax", maxAge });
}
