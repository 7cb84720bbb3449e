import { eq } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { recordOperatorAct } from "../../core/audit-log/record-act.ts";
import { refundDetails, sendRefund } from "../../payments/sales/refund-purchase.ts";
import { receiptMail } from "../../payments/settlement/mails.ts";
import { receiptTokens } from "../../payments/tables.ts";
import { failure } from "../../platform/errors.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById, type Sale } from "../../purchases/find-purchase.ts";
import { receiptLink } from "../../purchases/receipt-links.ts";

async function findPurchase(ctx: OperatorCtx, id: string): Promise<Sale> {
	const sale = await findSaleById(ctx, id);
	if (!sale) throw failure("purchase.not_found");
	return sale;
}

const about = ({ purchase }: Sale) =>
	({ creatorId: purchase.creatorId, subjectId: purchase.id }) as const;

/**
 * Refunds a part of a card payment (cents), once with the same `key`; access ends when nothing of it is left. Must
 * record the act before it calls the provider. Throws `purchase.not_found`, `payment.conflict` for what can't be
 * refunded here, `request.invalid` for more than is left, `provider.unavailable`.
 */
export async function refundAsOperator(
	ctx: OperatorCtx,
	{ id, amount, key, reason }: { id: string; amount: number; key: string; reason: string },
): Promise<void> {
	const sale = await findPurchase(ctx, id);
	const { purchase } = sale;
	if (purchase.route !== "card")
		throw failure("payment.conflict", { reason: `refund.${purchase.route}` });
	if (purchase.state === "disputed")
		throw failure("payment.conflict", { reason: "refund.disputed" });
	if (purchase.state !== "paid") throw failure("operator.nothing_to_do");
	const part = { cents: amount, key };
	const details = { ...refundDetails(purchase, part), reason };
	await recordOperatorAct(ctx, { act: "purchase.refund_ordered", ...about(sale), details });
	await sendRefund(ctx, sale, part);
	flushOutbox(ctx);
}

/**
 * Mails the receipt to the purchase's address again. Throws `purchase.not_found`, `operator.nothing_to_do` when it is
 * not paid or has no address.
 */
export async function resendReceipt(ctx: OperatorCtx, { id }: { id: string }): Promise<void> {
	const sale = await findPurchase(ctx, id);
	const { purchase } = sale;
	if (purchase.state !== "paid" || purchase.buyerEmail === null)
		throw failure("operator.nothing_to_do");
	await sendReceipt(ctx, sale, purchase.buyerEmail, [
		recordOperatorAct(ctx, {
			act: "purchase.receipt_sent",
			...about(sale),
			details: { reference: purchase.reference },
		}),
	]);
}

/**
 * Gives a purchase another address, after its buyer has proven their identity, and mails the receipt there. Links
 * mailed to the former address no longer open it. Throws `purchase.not_found`, `operator.nothing_to_do` when it is
 * not paid.
 */
export async function correctAddress(
	ctx: OperatorCtx,
	{ id, email, reason }: { id: string; email: string; reason: string },
): Promise<void> {
	const sale = await findPurchase(ctx, id);
	const { purchase } = sale;
	if (purchase.state !== "paid") throw failure("operator.nothing_to_do");
	await sendReceipt(ctx, { ...sale, purchase: { ...purchase, buyerEmail: email } }, email, [
		recordOperatorAct(ctx, {
			act: "purchase.address_corrected",
			...about(sale),
			details: { reference: purchase.reference, reason },
		}),
		ctx.db.update(purchases).set({ buyerEmail: email }).where(eq(purchases.id, id)),
		ctx.db.delete(receiptTokens).where(eq(receiptTokens.purchaseId, id)),
	]);
}

type Statement = Parameters<OperatorCtx["db"]["batch"]>[0][number];

async function sendReceipt(
	ctx: OperatorCtx,
	sale: Sale,
	to: string,
	before: readonly [Statement, ...Statement[]],
): Promise<void> {
	const { id } = sale.purchase;
	const { url, tokenHash } = await receiptLink(ctx, { id, email: to });
	await ctx.db.batch([
		...before,
		ctx.db
			.insert(receiptTokens)
			.values({ tokenHash, purchaseId: id, createdAt: ctx.now() })
			.onConflictDoNothing(),
		queueMail(ctx, { ...receiptMail(ctx, sale, to, url), dedupeKey: `receipt-again:${ctx.id()}` }),
	]);
	flushOutbox(ctx);
}
