import type { Context } from "hono";
import { setTokenCookie, tokenHashOf } from "../../platform/http/cookies.ts";

const BUYER = "buyer";
const YEAR_S = 365 * 24 * 60 * 60;

/** Returns the hash of the anonymous buyer's token in the request's cookie. */
export function buyerHashOf(c: Context): Promise<string | null> {
	return tokenHashOf(c, BUYER);
}

/** Sets the anonymous buyer's cookie for a year. */
export function setBuyerCookie(c: Context, token: string): void {
	setTokenCookie(c, BUYER, token, YEAR_S);
}
