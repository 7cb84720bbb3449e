import type { Context } from "hono";
import { privateCookies, setTokenCookie } from "../../platform/http/cookies.ts";
import { sha256 } from "../../platform/security/crypto.ts";

const UNLOCKED = "unlocked";
const MONTH_S = 30 * 24 * 60 * 60;
const MAX_TOKENS = 10;
const BETWEEN = ".";
/** SHA-256 as URL-safe base64 */
const TOKEN = /^[\w-]{43}$/;

function tokensOf(c: Context): string[] {
	const [, value = ""] = privateCookies(c, UNLOCKED).find(([name]) => name === UNLOCKED) ?? [];
	return value
		.split(BETWEEN)
		.slice(0, MAX_TOKENS)
		.filter((token) => TOKEN.test(token));
}

export function unlockHashesOf(c: Context): Promise<string[]> {
	return Promise.all(tokensOf(c).map(sha256));
}

/** Beyond the limit the oldest is dropped. */
export function addUnlockToken(c: Context, token: string): void {
	const tokens = [token, ...tokensOf(c).filter((other) => other !== token)];
	setTokenCookie(c, UNLOCKED, tokens.slice(0, MAX_TOKENS).join(BETWEEN), MONTH_S);
}
