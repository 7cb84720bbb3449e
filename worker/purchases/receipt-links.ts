import { paths } from "../contract/paths.ts";
import type { Ctx } from "../core/context.ts";
import { mac, sha256 } from "../platform/security/crypto.ts";

export type ReceiptLink = { readonly url: string; readonly tokenHash: string };

/** Derived by HMAC: settling twice gives the same link, and a corrected address another one. */
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

export async function newReceiptLink(ctx: Ctx): Promise<ReceiptLink> {
	const token = ctx.id(32);
	return {
		url: `${ctx.config.APP_ORIGIN}${paths.receipt}#${token}`,
		tokenHash: await sha256(token),
	};
}
