import { recordOwnAct } from "../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../core/context.ts";
import { fetchOwnSale } from "../payments/sales/refund-purchase.ts";
import { receiptMail } from "../payments/settlement/mails.ts";
import { failure } from "../platform/errors.ts";
import { queueMailWhen, wasQueued } from "../platform/mail/mail.ts";
import { onBehalfOf } from "../platform/mail/mail-limits.ts";
import { consumeAttempt } from "../platform/security/attempts.ts";
import { isInState } from "../purchases/purchase-transitions.ts";
import { issueReceipt, newReceiptLink } from "../purchases/receipt-links.ts";

/**
 * With a new link. Throws `purchase.not_found`, `payment.conflict` for a purchase that is unpaid, revoked or without
 * an address, `account.email_unverified`, `rate.limited`.
 */
export async function resendReceipt(ctx: CreatorCtx, { id }: { id: string }): Promise<void> {
	const sale = await fetchOwnSale(ctx, id);
	const { state, revokedAt, buyerEmail: to, reference } = sale.purchase;
	if (state !== "paid" || revokedAt !== null || to === null) throw failure("payment.conflict");
	if (!sale.creator.verified) throw failure("account.email_unverified");
	await consumeAttempt(ctx, [
		{ name: "resend-receipt", of: id, ...ctx.config.LIMIT_FIND_PURCHASES_ADDRESS },
	]);
	const { url, hash } = await newReceiptLink(ctx);
	const mail = {
		...receiptMail(ctx, { sale, to, url }),
		// Counts like other mails that people cause.
		cause: onBehalfOf(sale.creator),
		dedupeKey: `receipt-again:${ctx.id()}`,
	};
	const mailId = ctx.id();
	const isSent = wasQueued(mailId);
	const [queued] = await ctx.db.batch([
		queueMailWhen(ctx, mail, isInState(id, "paid"), mailId),
		issueReceipt(ctx, id, hash, isSent),
		recordOwnAct(
			ctx,
			ctx.user.id,
			{ act: "purchase.receipt_sent", subjectId: id, details: { subject: reference } },
			isSent,
		),
	]);
	if (queued[0]?.withheldBy) throw failure("rate.limited", { reason: "receipt.not_sent" });
}
