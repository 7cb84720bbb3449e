import type { Ctx } from "../../core/context.ts";
import { mac } from "../../platform/security/crypto.ts";
import { normalised } from "./recipients.ts";

/** Mail programs request it without a cookie. */
export const UNSUBSCRIBE_PATH = "/unsubscribe/";

/** A corrected address gives another token. */
export function unsubscribeToken(
	ctx: Ctx,
	{ purchaseId, address }: { purchaseId: string; address: string },
): Promise<string> {
	return mac(ctx.config.APP_SECRET, `unsubscribe|${purchaseId}|${normalised(address)}`);
}

export async function unsubscribeUrl(
	ctx: Ctx,
	of: { purchaseId: string; address: string },
): Promise<string> {
	const token = await unsubscribeToken(ctx, of);
	return `${ctx.config.APP_ORIGIN}${UNSUBSCRIBE_PATH}${of.purchaseId}/${token}`;
}
