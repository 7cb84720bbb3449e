import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Ctx } from "../../core/context.ts";
import { type Mail, queueMailWhen } from "../../platform/mail/mail.ts";
import { WITHHELD } from "../../platform/mail/outbox.ts";
import { outbox } from "../../platform/tables.ts";
import type { Sale } from "../../purchases/find-purchase.ts";
import type { ChargeSnapshot, PaymentSnapshot } from "../../purchases/payment-snapshot.ts";
import { isRefused, purchaseIs } from "../../purchases/purchase-transitions.ts";
import { issueReceipt, receiptLink } from "../../purchases/receipt-links.ts";
import {
	AUTO_REFUND,
	autoRefundFailedMail,
	autoRefundFailedOperatorMail,
	autoRefundMail,
	debitFailedMail,
	disputeDecidedMail,
	disputeMail,
	fraudWarningMail,
	notChargedMail,
	operatorDisputeMail,
	operatorFraudWarningMail,
	partRefundMail,
	REFUSALS,
	receiptMail,
	refundFailedMail,
	refundFailedSaleMail,
	refundMail,
	saleKey,
	saleMail,
} from "./mails.ts";
import { ADDRESS_MS } from "./sale-events.ts";

type Statement = BatchItem<"sqlite">;

/** For a sale that is refunded automatically. */
export function withholdSaleMail(ctx: Ctx, purchaseId: string) {
	const isUnsent = and(eq(outbox.dedupeKey, saleKey(purchaseId)), isNull(outbox.sentAt));
	return ctx.db
		.update(outbox)
		.set(WITHHELD)
		.where(and(isUnsent, isRefused(purchaseId)));
}

/** `condition` is on the purchase. */
const queueIf = (ctx: Ctx, { purchase }: Sale, mail: Mail, condition: SQL) =>
	queueMailWhen(ctx, mail, purchaseIs(purchase.id, condition));

/** Each statement has its own condition, so only effects of this batch are announced, once. */
export async function notificationStatements(
	ctx: Ctx,
	sale: Sale,
	charge: ChargeSnapshot,
): Promise<Statement[]> {
	return [
		...(await buyerNotifications(ctx, sale, charge)),
		...(sale.creator.isDeleted ? [] : creatorNotifications(ctx, sale, charge)),
		...operatorNotifications(ctx, sale, charge),
	];
}

async function buyerNotifications(
	ctx: Ctx,
	sale: Sale,
	charge: ChargeSnapshot,
): Promise<Statement[]> {
	const to = sale.purchase.buyerEmail;
	if (to === null) return [];
	const failed = charge.refunds.filter((refund) => refund.failed);
	const made = charge.refunds.filter((refund) => !refund.failed);
	// A late snapshot, with fewer failures than the ledger, sends no mail.
	const asPosted = sql`(select count(*) from ledger where ledger.purchase_id = purchases.id
		and ledger.cause_key like 'refund\\_failed:%' escape '\\') = ${failed.length}`;
	return [
		...(await receiptStatements(ctx, sale, to)),
		...AUTO_REFUND.map((reason) =>
			queueIf(
				ctx,
				sale,
				autoRefundMail(ctx, { sale, to, autoRefundReason: reason }),
				sql`purchases.auto_refund_reason = ${reason}`,
			),
		),
		queueIf(
			ctx,
			sale,
			refundMail(ctx, { sale, to, failures: failed.length }),
			sql`${isSale} and purchases.refunded_cents >= purchases.price_cents and ${asPosted}`,
		),
		...made.map((refund) =>
			queueIf(ctx, sale, partRefundMail(ctx, { sale, to, refund }), isPartlyRefunded),
		),
		...failed.flatMap((refund) => [
			queueIf(ctx, sale, refundFailedMail(ctx, { sale, to, refund }), isStillPaid),
			queueIf(ctx, sale, autoRefundFailedMail(ctx, { sale, to, refund }), isStuck),
		]),
	];
}

const addressOf = ({ purchase }: Sale, { email }: PaymentSnapshot): string | null =>
	purchase.buyerEmail ?? email?.toLowerCase() ?? null;

export function debitFailedStatements(
	ctx: Ctx,
	sale: Sale,
	snapshot: PaymentSnapshot,
): Statement[] {
	const to = addressOf(sale, snapshot);
	if (snapshot.failedDebit === null || to === null) return [];
	const mail = debitFailedMail(ctx, { sale, to, chargeId: snapshot.failedDebit });
	return [queueIf(ctx, sale, mail, sql`purchases.state = 'cancelled'`)];
}

export function notChargedStatements(ctx: Ctx, sale: Sale, snapshot: PaymentSnapshot): Statement[] {
	const to = addressOf(sale, snapshot);
	if (snapshot.status !== "cancelled" || to === null) return [];
	return REFUSALS.map((reason) =>
		queueIf(
			ctx,
			sale,
			notChargedMail(ctx, { sale, to, refusal: reason }),
			sql`purchases.state = 'cancelled' and purchases.auto_refund_reason = ${reason}`,
		),
	);
}

/** Announced only while the payment is valid. */
export function fraudWarningStatements(ctx: Ctx, sale: Sale, warningId: string): Statement[] {
	const mails = [
		operatorFraudWarningMail(ctx, { sale, warningId }),
		...(sale.creator.isDeleted ? [] : [fraudWarningMail(ctx, { sale, warningId })]),
	];
	return mails.map((mail) => queueIf(ctx, sale, mail, isStillPaid));
}

function creatorNotifications(ctx: Ctx, sale: Sale, charge: ChargeSnapshot): Statement[] {
	const isAddressed = sale.purchase.buyerEmail !== null;
	const mail = {
		...saleMail(ctx, { sale, charge }),
		...(!isAddressed && { notBefore: ctx.now() + ADDRESS_MS }),
	};
	const failed = charge.refunds.filter((refund) => refund.failed);
	const taken = charge.disputes.filter(({ transactions }) => transactions.length > 0);
	const decided = charge.disputes.filter(({ won, lost }) => won || lost);
	return [
		queueIf(ctx, sale, mail, sql`purchases.state = 'paid'`),
		...failed.map((refund) =>
			queueIf(ctx, sale, refundFailedSaleMail(ctx, { sale, refund }), isStillPaid),
		),
		...taken.map((dispute) =>
			queueIf(ctx, sale, disputeMail(ctx, { sale, dispute }), sql`purchases.state = 'disputed'`),
		),
		...decided.map((dispute) =>
			queueIf(ctx, sale, disputeDecidedMail(ctx, { sale, charge, dispute }), isSale),
		),
	];
}

function operatorNotifications(ctx: Ctx, sale: Sale, charge: ChargeSnapshot): Statement[] {
	const failed = charge.refunds.filter((refund) => refund.failed);
	return [
		...charge.disputes.flatMap((dispute) =>
			[false, true].map((isLate) =>
				queueIf(
					ctx,
					sale,
					operatorDisputeMail(ctx, { sale, charge, dispute, isLate }),
					isLate ? sql`not ${isSale}` : isSale,
				),
			),
		),
		...failed.map((refund) =>
			queueIf(ctx, sale, autoRefundFailedOperatorMail(ctx, { sale, refund }), isStuck),
		),
	];
}

const isSale = sql`(purchases.auto_refund_reason is null)`;

const isStillPaid = sql`${isSale} and purchases.state in ('paid', 'disputed')`;

const isPartlyRefunded = sql`${isSale} and purchases.state = 'paid'
	and purchases.refunded_cents between 1 and purchases.price_cents - 1`;

/** Refunded automatically, but the money is still on the platform. */
const isStuck = sql`not ${isSale} and purchases.refunded_cents < purchases.price_cents`;

/** If the purchase is paid and not revoked. */
export async function receiptStatements(ctx: Ctx, sale: Sale, to: string): Promise<Statement[]> {
	const { purchase } = sale;
	const link = await receiptLink(ctx, { id: purchase.id, email: to });
	const paid = purchaseIs(
		purchase.id,
		sql`purchases.state = 'paid' and purchases.revoked_at is null`,
	);
	return [
		issueReceipt(ctx, purchase.id, link.hash, paid),
		queueMailWhen(ctx, receiptMail(ctx, { sale, to, url: link.url }), paid),
	];
}
