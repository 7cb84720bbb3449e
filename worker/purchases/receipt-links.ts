import { and, eq, type SQL, sql } from "drizzle-orm";
import { paths } from "../contract/paths.ts";
import type { Ctx } from "../core/context.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { mac, sha256 } from "../platform/security/crypto.ts";
import { tokens } from "../platform/tokens/tables.ts";
import { deleteTokens, issueToken, newToken } from "../platform/tokens/tokens.ts";

export type ReceiptLink = { readonly url: string; readonly hash: string };

const urlOf = ({ config }: Ctx, token: string) => `${config.APP_ORIGIN}${paths.receipt}#${token}`;

/** Derived by HMAC: settling twice gives the same link, and a corrected address another one. */
export async function receiptLink(
	ctx: Ctx,
	purchase: { id: string; email: string | null },
): Promise<ReceiptLink> {
	const token = await mac(ctx.config.APP_SECRET, `receipt|${purchase.id}|${purchase.email ?? ""}`);
	return { url: urlOf(ctx, token), hash: await sha256(token) };
}

export async function newReceiptLink(ctx: Ctx): Promise<ReceiptLink> {
	const { text, hash } = await newToken(ctx);
	return { url: urlOf(ctx, text), hash };
}

/** Makes a link valid. */
export const issueReceipt = (ctx: Ctx, purchaseId: string, hash: string, condition?: SQL) =>
	issueToken(ctx, TOKENS.receipt, { hash, subject: purchaseId }, condition);

/** Ends every link of a purchase. */
export const endReceipts = (ctx: Ctx, purchaseId: string, condition: SQL = sql`true`) =>
	deleteTokens(ctx, [TOKENS.receipt], and(eq(tokens.subject, purchaseId), condition));
