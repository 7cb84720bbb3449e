import type { Context } from "hono";
import { privateCookies, setTokenCookie, tokenHashOf } from "../../platform/http/cookies.ts";
import { randomId } from "../../platform/ids.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { CHALLENGE_MS } from "./challenges.ts";

const CEREMONY = "ceremony";

export function ceremonyHashOf(c: Context): Promise<string | null> {
	return tokenHashOf(c, CEREMONY);
}

/** Keeps a present token, since several tabs may begin at the same time. */
export async function beginCeremony(c: Context): Promise<string> {
	const [, known] = privateCookies(c, CEREMONY).find(([name]) => name === CEREMONY) ?? [];
	const token = known && known.length <= 200 ? known : randomId(32);
	setTokenCookie(c, CEREMONY, token, CHALLENGE_MS / 1000);
	return sha256(token);
}
