import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { platformConfigOf } from "../config.ts";
import { sha256 } from "../security/crypto.ts";
import { isLocalHost } from "./local-host.ts";

/** WebKit stores no `Secure` cookies of `http://localhost`. Other origins always get secure cookies. */
function isLocal(c: Context): boolean {
	const { APP_ORIGIN } = platformConfigOf(c.env);
	const { protocol, hostname } = new URL(APP_ORIGIN);
	return protocol === "http:" && isLocalHost(hostname) && new URL(c.req.url).origin === APP_ORIGIN;
}

/** No other host can set or read these. */
function attributesFor(c: Context) {
	const common = { path: "/", httpOnly: true, sameSite: "Lax" } as const;
	return isLocal(c) ? common : ({ ...common, prefix: "host", secure: true } as const);
}

/** Reads only `__Host-` cookies, except on a local origin. */
export async function tokenHashOf(c: Context, name: string): Promise<string | null> {
	const token = isLocal(c) ? getCookie(c, name) : getCookie(c, name, "host");
	return token && token.length <= 200 ? sha256(token) : null;
}

export function privateCookies(c: Context, prefix: string): [name: string, value: string][] {
	const own = isLocal(c) ? prefix : `__Host-${prefix}`;
	return Object.entries(getCookie(c)).flatMap(([name, value]) =>
		name.startsWith(own) ? [[name.slice(own.length - prefix.length), value]] : [],
	);
}

/** `maxAge` in seconds; 0 removes the cookie. */
export function setTokenCookie(c: Context, name: string, token: string, maxAge: number): void {
	setCookie(c, name, token, { ...attributesFor(c), maxAge });
}

/** Our pages' scripts can read it, so it must not authorise anything. */
export function setReadableCookie(c: Context, name: string, value: string, maxAge: number): void {
	setCookie(c, name, value, { path: "/", secure: !isLocal(c), sameSite: "Lax", maxAge });
}
