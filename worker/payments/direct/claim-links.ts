import type { Ctx } from "../../context.ts";
import { mac, macMatches } from "../../platform/security/crypto.ts";

/**
 * The page on which a creator answers a claim without signing in; built from the configured origin.
 * What stands behind the `#` reaches no log.
 */
export async function claimLink(ctx: Ctx, claimId: string): Promise<string> {
	const { APP_SECRET, APP_ORIGIN } = ctx.config;
	const token = await mac(APP_SECRET, `claim|${claimId}`);
	return `${APP_ORIGIN}/claim#${claimId}.${token}`;
}

/** True when the token is the one that was mailed to the claim's creator. An answered claim has no use for it any more. */
export function opensClaim(ctx: Ctx, claimId: string, token: string): Promise<boolean> {
	return macMatches(ctx.config.APP_SECRET, `claim|${claimId}`, token);
}
