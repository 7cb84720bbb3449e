import type { Context } from "hono";
import { setTokenCookie, tokenHashOf } from "../../platform/http/cookies.ts";

const BUYER = "buyer";
const YEAR_S = 365 * 24 * 60 * 60;

export function buyerHashOf(c: Context): Promise<string | null> {
	return tokenHashOf(c, BUYER);
}

export function setBuyerCookie(c: Context, token: string): void {
	setTokenCookie(c, BUYER, token, YEAR_S);
}
