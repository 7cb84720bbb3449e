import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { mac, macMatches } from "../../platform/security/crypto.ts";

/** The page for deciding without signing in. Browsers don't send the fragment, so no log has the token. */
export async function claimLink(ctx: Ctx, claimId: string): Promise<string> {
	const { APP_SECRET, APP_ORIGIN } = ctx.config;
	const token = await mac(APP_SECRET, `claim|${claimId}`);
	return `${APP_ORIGIN}${paths.claim}#${claimId}.${token}`;
}

export function opensClaim(ctx: Ctx, claimId: string, token: string): Promise<boolean> {
	return macMatches(ctx.config.APP_SECRET, `claim|${claimId}`, token);
}
