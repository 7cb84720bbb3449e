import { and, eq } from "drizzle-orm";
import type { CreatorCtx } from "../core/context.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { fetchOwnSale } from "../payments/sales/refund-purchase.ts";
import { failure } from "../platform/errors.ts";
import { queueMailWhen, wasQueued } from "../platform/mail/mail.ts";
import { consumeAttempt } from "../platform/security/attempts.ts";
import { tokens } from "../platform/tokens/tables.ts";
import { deleteTokens, issueToken, newToken } from "../platform/tokens/tokens.ts";
import { isInState } from "../purchases/purchase-transitions.ts";
import { addressCorrectionMail } from "./mails.ts";

/**
 * Nothing changes until the new address confirms. A newer request replaces an earlier one. Throws
 * `purchase.not_found`, `payment.conflict` for a purchase without an address or with the same one,
 * `account.email_unverified`, `rate.limited`.
 */
export async function requestAddressChange(
	ctx: CreatorCtx,
	{ id, email }: { id: string; email: string },
): Promise<void> {
	const sale = await fetchOwnSale(ctx, id);
	const { state, buyerEmail } = sale.purchase;
	if (buyerEmail === null || buyerEmail === email) throw failure("payment.conflict");
	if (!sale.creator.verified) throw failure("account.email_unverified");
	const { LIMIT_FIND_PURCHASES_ADDRESS: address, LIMIT_FIND_PURCHASES_NETWORK: account } =
		ctx.config;
	await consumeAttempt(ctx, [
		{ name: "correct-address", of: email, ...address },
		{ name: "correct-address-creator", of: ctx.user.id, ...account },
	]);
	const { text, hash } = await newToken(ctx);
	const mailId = ctx.id();
	const isMailed = wasQueued(mailId);
	const mail = addressCorrectionMail(ctx, { sale, to: email, token: text });
	const former = { subject: buyerEmail, ownerId: ctx.user.id };
	const [queued] = await ctx.db.batch([
		queueMailWhen(ctx, mail, isInState(id, state), mailId),
		deleteTokens(ctx, [TOKENS.correctAddress], and(isCorrection(former), isMailed)),
		issueToken(ctx, TOKENS.correctAddress, { hash, ...former, payload: { email } }, isMailed),
	]);
	if (queued[0]?.withheldBy) throw failure("rate.limited", { reason: "receipt.not_sent" });
}

/** Selects a creator's correction of an address. */
export const isCorrection = ({ subject, ownerId }: { subject: string; ownerId: string }) =>
	and(eq(tokens.subject, subject), eq(tokens.ownerId, ownerId));
