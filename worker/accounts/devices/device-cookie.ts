import type { Context } from "hono";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import { privateCookies, setTokenCookie } from "../../platform/http/cookies.ts";
import { randomId } from "../../platform/ids.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import type { Browser } from "./devices.ts";

const DEVICE = "device";
const MAX_AGE_S = (RETENTION.deviceDays * DAY_MS) / 1000;

/** Survives signing out. */
function deviceToken(c: Context): string | null {
	const [, token] = privateCookies(c, DEVICE).find(([name]) => name === DEVICE) ?? [];
	return token && /^[\w-]{43}$/.test(token) ? token : null;
}

export async function deviceHashOf(c: Context): Promise<string | null> {
	const token = deviceToken(c);
	return token && sha256(token);
}

/** Identifies the browser by a random cookie; `remember` renews it for a year. */
export async function browserOf(c: Context) {
	const token = deviceToken(c) ?? randomId(32);
	const country = c.req.raw.cf?.country;
	const browser: Browser = {
		userAgent: c.req.header("user-agent") ?? null,
		country: typeof country === "string" ? country : null,
		deviceHash: await sha256(token),
	};
	return { browser, remember: () => setTokenCookie(c, DEVICE, token, MAX_AGE_S) };
}
