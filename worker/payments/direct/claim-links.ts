import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { mac, macMatches } from "../../platform/security/crypto.ts";

/**
 * Returns the page on which a creator decides a claim without signing in. The token is in the fragment, which
 * browsers don't send, so it reaches no log.
 */
export async function claimLink(ctx: Ctx, claimId: string): Promise<string> {
	const { APP_SECRET, APP_ORIGIN } = ctx.config;
	const token = await mac(APP_SECRET, `claim|${claimId}`);
	return `${APP_ORIGIN}${paths.claim}#${claimId}.${token}`;
}

/**
 * Returns true when the token is the one mailed to the claim's creator. A decided claim accepts no token.
 */
export function opensClaim(ctx: Ctx, claimId: string, token: string): Promise<boolean> {
	return macMatches(ctx.config.APP_SECRET, `claim|${claimId}`, token);
}
