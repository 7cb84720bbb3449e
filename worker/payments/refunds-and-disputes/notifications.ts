import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { type Mail, queueMailWhen } from "../../platform/mail/mail.ts";
import type { Sale } from "../../purchases/find-purchase.ts";
import type { ChargeSnapshot } from "../../purchases/payment-snapshot.ts";
import { purchaseIs } from "../../purchases/purchase-transitions.ts";
import { AUTO_REFUND } from "../settlement/mails.ts";
import {
	autoRefundFailedMail,
	autoRefundFailedOperatorMail,
	autoRefundMail,
	disputeDecidedMail,
	disputeMail,
	fraudWarningMail,
	operatorDisputeMail,
	operatorFraudWarningMail,
	partRefundMail,
	refundFailedMail,
	refundFailedSaleMail,
	refundMail,
} from "./mails.ts";

/** A mail, and the condition on its purchase that makes it due. */
type Due = readonly [Mail, SQL];

const isSale = sql`(purchases.auto_refund_reason is null)`;

const isStillPaid = sql`${isSale} and purchases.state in ('paid', 'disputed')`;

const isPartlyRefunded = sql`${isSale} and purchases.state = 'paid'
	and purchases.refunded_cents between 1 and purchases.price_cents - 1`;

/** Refunded automatically, but the money is still on the platform. */
const isStuck = sql`not ${isSale} and purchases.refunded_cents < purchases.price_cents`;

const queueDue = (ctx: Ctx, { purchase }: Sale, due: readonly Due[]) =>
	due.map(([mail, condition]) => queueMailWhen(ctx, mail, purchaseIs(purchase.id, condition)));

/** Each mail has its own condition, so only effects of this batch are announced, once. */
export function reversalNotifications(ctx: Ctx, sale: Sale, charge: ChargeSnapshot) {
	return queueDue(ctx, sale, [
		...dueToBuyer(ctx, sale, charge),
		...(sale.creator.isDeleted ? [] : dueToCreator(ctx, sale, charge)),
		...dueToOperator(ctx, sale, charge),
	]);
}

function dueToBuyer(ctx: Ctx, sale: Sale, charge: ChargeSnapshot): Due[] {
	const to = sale.purchase.buyerEmail;
	if (to === null) return [];
	const failed = charge.refunds.filter((refund) => refund.failed);
	const made = charge.refunds.filter((refund) => !refund.failed);
	// A late snapshot, with fewer failures than the ledger, sends no mail.
	const asPosted = sql`(select count(*) from ledger where ledger.purchase_id = purchases.id
		and ledger.cause_key like 'refund\\_failed:%' escape '\\') = ${failed.length}`;
	return [
		...AUTO_REFUND.map(
			(reason): Due => [
				autoRefundMail(ctx, { sale, to, autoRefundReason: reason }),
				sql`purchases.auto_refund_reason = ${reason}`,
			],
		),
		[
			refundMail(ctx, { sale, to, failures: failed.length }),
			sql`${isSale} and purchases.refunded_cents >= purchases.price_cents and ${asPosted}`,
		],
		...made.map((refund): Due => [partRefundMail(ctx, { sale, to, refund }), isPartlyRefunded]),
		...failed.flatMap((refund): Due[] => [
			[refundFailedMail(ctx, { sale, to, refund }), isStillPaid],
			[autoRefundFailedMail(ctx, { sale, to, refund }), isStuck],
		]),
	];
}

function dueToCreator(ctx: Ctx, sale: Sale, charge: ChargeSnapshot): Due[] {
	const failed = charge.refunds.filter((refund) => refund.failed);
	const taken = charge.disputes.filter(({ transactions }) => transactions.length > 0);
	const decided = charge.disputes.filter(({ won, lost }) => won || lost);
	return [
		...failed.map((refund): Due => [refundFailedSaleMail(ctx, { sale, refund }), isStillPaid]),
		...taken.map(
			(dispute): Due => [disputeMail(ctx, { sale, dispute }), sql`purchases.state = 'disputed'`],
		),
		...decided.map((dispute): Due => [disputeDecidedMail(ctx, { sale, charge, dispute }), isSale]),
	];
}

function dueToOperator(ctx: Ctx, sale: Sale, charge: ChargeSnapshot): Due[] {
	const failed = charge.refunds.filter((refund) => refund.failed);
	const mailOf = (dispute: ChargeSnapshot["disputes"][number], isLate: boolean) =>
		operatorDisputeMail(ctx, { sale, charge, dispute, isLate });
	return [
		...charge.disputes.flatMap((dispute): Due[] => [
			[mailOf(dispute, false), isSale],
			[mailOf(dispute, true), sql`not ${isSale}`],
		]),
		...failed.map((refund): Due => [autoRefundFailedOperatorMail(ctx, { sale, refund }), isStuck]),
	];
}

/** Announced only while the payment is valid. */
export function fraudWarningStatements(ctx: Ctx, sale: Sale, warningId: string) {
	return queueDue(ctx, sale, [
		[operatorFraudWarningMail(ctx, { sale, warningId }), isStillPaid],
		...(sale.creator.isDeleted
			? []
			: [[fraudWarningMail(ctx, { sale, warningId }), isStillPaid] as const]),
	]);
}
