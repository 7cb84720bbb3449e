import { paths } from "../contract/paths.ts";
import type { Ctx } from "../core/context.ts";
import { mac, sha256 } from "../platform/security/crypto.ts";

/** A receipt's link, and the hash under which its token is stored. */
export type ReceiptLink = { readonly url: string; readonly tokenHash: string };

/**
 * Returns the receipt link of a purchase for one address. It is derived by HMAC, not random, so that
 * settling the same payment twice gives the same link; a corrected address gives another one.
 */
export async function receiptLink(
	ctx: Ctx,
	purchase: { id: string; email: string | null },
): Promise<ReceiptLink> {
	const token = await mac(ctx.config.APP_SECRET, `receipt|${purchase.id}|${purchase.email ?? ""}`);
	return {
		url: `${ctx.config.APP_ORIGIN}${paths.receipt}#${token}`,
		tokenHash: await sha256(token),
	};
}

/** Returns one more receipt link of a purchase, unlike any before it. */
export async function newReceiptLink(ctx: Ctx): Promise<ReceiptLink> {
	const token = ctx.id(32);
	return {
		url: `${ctx.config.APP_ORIGIN}${paths.receipt}#${token}`,
		tokenHash: await sha256(token),
	};
}
