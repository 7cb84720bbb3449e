import { and, eq, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { WITHHELD } from "../../platform/mail/outbox.ts";
import { outbox } from "../../platform/tables.ts";
import type { Sale } from "../../purchases/find-purchase.ts";
import type { ChargeSnapshot, PaymentSnapshot } from "../../purchases/payment-snapshot.ts";
import { isInState, isRefused, purchaseIs } from "../../purchases/purchase-transitions.ts";
import { issueReceipt, receiptLink } from "../../purchases/receipt-links.ts";
import {
	debitFailedMail,
	notChargedMail,
	REFUSALS,
	receiptMail,
	saleKey,
	saleMail,
} from "./mails.ts";
import { ADDRESS_MS } from "./sale-events.ts";

/** Both sides are notified only if this batch grants the payment. */
export async function saleNotifications(ctx: Ctx, sale: Sale, charge: ChargeSnapshot) {
	const { purchase, creator } = sale;
	const to = purchase.buyerEmail;
	const waits = to === null && { notBefore: ctx.now() + ADDRESS_MS };
	const mail = { ...saleMail(ctx, { sale, charge }), ...waits };
	return [
		...(to === null ? [] : await receiptStatements(ctx, sale, to)),
		...(creator.isDeleted ? [] : [queueMailWhen(ctx, mail, isInState(purchase.id, "paid"))]),
	];
}

/** If the purchase is paid and not revoked. */
export async function receiptStatements(ctx: Ctx, sale: Sale, to: string) {
	const { id } = sale.purchase;
	const link = await receiptLink(ctx, { id, email: to });
	const isOpen = purchaseIs(id, sql`purchases.state = 'paid' and purchases.revoked_at is null`);
	return [
		issueReceipt(ctx, id, link.hash, isOpen),
		queueMailWhen(ctx, receiptMail(ctx, { sale, to, url: link.url }), isOpen),
	] as const;
}

/** For a sale that is refunded automatically. */
export function withholdSaleMail(ctx: Ctx, purchaseId: string) {
	const isUnsent = and(eq(outbox.dedupeKey, saleKey(purchaseId)), isNull(outbox.sentAt));
	return ctx.db
		.update(outbox)
		.set(WITHHELD)
		.where(and(isUnsent, isRefused(purchaseId)));
}

/** For a payment that ended without a charge: a debit failed at the bank, or an authorised payment was refused. */
export function notPaidStatements(ctx: Ctx, sale: Sale, snapshot: PaymentSnapshot) {
	const { id, buyerEmail } = sale.purchase;
	const to = buyerEmail ?? snapshot.email?.toLowerCase() ?? null;
	if (to === null) return [];
	const { failedDebit: chargeId, status } = snapshot;
	return [
		...(chargeId === null
			? []
			: [
					queueMailWhen(
						ctx,
						debitFailedMail(ctx, { sale, to, chargeId }),
						isInState(id, "cancelled"),
					),
				]),
		...(status === "cancelled" ? REFUSALS : []).map((refusal) =>
			queueMailWhen(
				ctx,
				notChargedMail(ctx, { sale, to, refusal }),
				purchaseIs(
					id,
					sql`purchases.state = 'cancelled' and purchases.auto_refund_reason = ${refusal}`,
				),
			),
		),
	];
}
