import type { Ctx } from "../../core/context.ts";
import { mac } from "../../platform/security/crypto.ts";
import { normalised } from "./recipients.ts";

/** Followed by a purchase's id and a token. Mail programs request it without a cookie. */
export const UNSUBSCRIBE_PATH = "/unsubscribe/";

/** Returns the token with which a purchase's buyer unsubscribes; a corrected address gives another one. */
export function unsubscribeToken(
	ctx: Ctx,
	{ purchaseId, address }: { purchaseId: string; address: string },
): Promise<string> {
	return mac(ctx.config.APP_SECRET, `unsubscribe|${purchaseId}|${normalised(address)}`);
}

/** Returns the address that ends messages of a purchase's creator to the purchase's buyer. */
export async function unsubscribeUrl(
	ctx: Ctx,
	of: { purchaseId: string; address: string },
): Promise<string> {
	const token = await unsubscribeToken(ctx, of);
	return `${ctx.config.APP_ORIGIN}${UNSUBSCRIBE_PATH}${of.purchaseId}/${token}`;
}
