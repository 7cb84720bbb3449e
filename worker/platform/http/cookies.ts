import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { platformConfigOf } from "../config.ts";
import { sha256 } from "../security/crypto.ts";
import { isLocalHost } from "./local-host.ts";

/**
 * True only on a developer's own machine: WebKit stores no `Secure` cookies of `http://localhost`. The configured
 * origin decides; requests to any other origin get secure cookies.
 */
function isLocal(c: Context): boolean {
	const { APP_ORIGIN } = platformConfigOf(c.env);
	const { protocol, hostname } = new URL(APP_ORIGIN);
	return protocol === "http:" && isLocalHost(hostname) && new URL(c.req.url).origin === APP_ORIGIN;
}

/** `__Host-`, Secure, HttpOnly, SameSite=Lax, path `/`: no other host can set or read these. */
function attributesFor(c: Context) {
	const common = { path: "/", httpOnly: true, sameSite: "Lax" } as const;
	return isLocal(c) ? common : ({ ...common, prefix: "host", secure: true } as const);
}

/** Returns the hash of a cookie's token; reads only cookies in the form that is set here. */
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

/** Sets a token as a cookie for `maxAge` seconds; 0 removes it. */
export function setTokenCookie(c: Context, name: string, token: string, maxAge: number): void {
	setCookie(c, name, token, { ...attributesFor(c), maxAge });
}

/** Sets a cookie that our pages' scripts can read, for `maxAge` seconds; it must not authorise anything. */
export function setReadableCookie(c: Context, name: string, value: string, maxAge: number): void {
	setCookie(c, name, value, { path: "/", secure: !isLocal(c), sameSite: "Lax", maxAge });
}
