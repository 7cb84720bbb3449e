import { paths } from "../../contract/paths.ts";
import { type MailLanguage, operatorMails } from "../../core/mail-texts.ts";
import { mailToOperator } from "../../core/mails.ts";
import { isLive } from "../../platform/stripe.ts";
import type { Sale } from "../../purchases/find-purchase.ts";
import type {
	ChargeSnapshot,
	DisputeSnapshot,
	RefundSnapshot,
} from "../../purchases/payment-snapshot.ts";
import {
	mailToBuyer,
	mailToSeller,
	saleRows,
	subjectOf,
	type ToBuyer,
	type ToSeller,
} from "../../purchases/sale-mails.ts";
import type { AutoRefundReason } from "../settlement/mails.ts";
import { reversalEntries } from "./reversal-entries.ts";

const AUTO_REFUNDED = { name: "auto-refund", audience: "buyer", perDay: 5 } as const;

/** A payment arrived, but couldn't be granted. */
export const autoRefundMail = mailToBuyer({
	kind: AUTO_REFUNDED,
	write: (
		language,
		{ sale, autoRefundReason }: ToBuyer & { autoRefundReason: AutoRefundReason },
	) => {
		const { autoRefund, statementDelay, buttons } = language.texts;
		return {
			subject: subjectOf(sale, autoRefund.subject),
			paragraphs: [autoRefund.reasons[autoRefundReason], statementDelay],
			rows: saleRows(language, sale, "refunded"),
			action: [buttons.openShare, paths.share(sale.slug)],
			dedupeKey: `auto-refund:${sale.purchase.id}`,
		};
	},
});

const REFUND = { name: "refund", audience: "buyer", perDay: 5 } as const;

type ToRefunded = ToBuyer & { readonly refund: RefundSnapshot };

/** `failures` counts earlier failed refunds. */
export const refundMail = mailToBuyer({
	kind: REFUND,
	write: (language, { sale, failures }: ToBuyer & { failures: number }) => {
		const { refund, statementDelay } = language.texts;
		return {
			subject: subjectOf(sale, refund.subject),
			paragraphs: [refund.text, statementDelay],
			rows: saleRows(language, sale, "refunded"),
			dedupeKey: `refund:${sale.purchase.id}:${failures}`,
		};
	},
});

/** The purchase remains valid, without the lines that are returned. */
export const partRefundMail = mailToBuyer({
	kind: REFUND,
	write: (language, { sale, refund: { id, amountCents, lines } }: ToRefunded) => {
		const { partRefund, statementDelay, buttons } = language.texts;
		const amount = language.money(amountCents, sale.purchase.currency);
		return {
			subject: subjectOf(sale, partRefund.subject),
			paragraphs: [partRefund[lines?.length ? "lines" : "text"]({ amount }), statementDelay],
			rows: saleRows(language, sale, "refunded", amountCents),
			action: [buttons.openFiles, paths.share(sale.slug)],
			dedupeKey: `refund-part:${id}`,
		};
	},
});

/** The purchase is valid again. */
export const refundFailedMail = mailToBuyer({
	kind: REFUND,
	write: (language, { sale, refund: { id, amountCents } }: ToRefunded) => {
		const { refundFailed, buttons, labels } = language.texts;
		const amount = language.money(amountCents, sale.purchase.currency);
		return {
			subject: subjectOf(sale, refundFailed.subject),
			paragraphs: [refundFailed.refused({ amount }), refundFailed.next],
			rows: [
				[labels.creator, sale.creator.name],
				...saleRows(language, sale, "notRefunded", amountCents),
			],
			action: [buttons.openFiles, paths.share(sale.slug)],
			secondAction: [buttons.writeToUs, paths.support],
			dedupeKey: `refund-failed:${id}:buyer`,
		};
	},
});

export const refundFailedSaleMail = mailToSeller({
	kind: { name: "refund-failed", audience: "creator", perDay: 5 },
	write: (
		language,
		{ sale, refund: { id, amountCents } }: ToSeller & { refund: RefundSnapshot },
	) => {
		const { refundFailedSale, buttons, labels } = language.texts;
		const amount = language.money(amountCents, sale.purchase.currency);
		return {
			subject: subjectOf(sale, refundFailedSale.subject),
			paragraphs: [refundFailedSale.refused({ amount }), refundFailedSale.next],
			rows: [
				...saleRows(language, sale, "notRefunded", amountCents),
				[labels.buyer, sale.purchase.buyerEmail ?? ""],
			],
			action: [buttons.openSale, paths.sales(sale.slug)],
			dedupeKey: `refund-failed:${id}:creator`,
		};
	},
});

/** Sent once. */
export const autoRefundFailedMail = mailToBuyer({
	kind: AUTO_REFUNDED,
	write: (language, { sale, refund: { amountCents } }: ToRefunded) => {
		const { autoRefundFailed, buttons } = language.texts;
		const amount = language.money(amountCents, sale.purchase.currency);
		return {
			subject: subjectOf(sale, autoRefundFailed.subject),
			paragraphs: [autoRefundFailed.refused({ amount }), autoRefundFailed.next],
			rows: saleRows(language, sale, "notRefunded", amountCents),
			action: [buttons.writeToUs, paths.support],
			dedupeKey: `auto-refund-failed:${sale.purchase.id}:buyer`,
		};
	},
});

/** Sent once. */
export const autoRefundFailedOperatorMail = mailToOperator({
	write: (
		language,
		{ sale, refund: { id, amountCents } }: ToSeller & { refund: RefundSnapshot },
	) => {
		const { purchase } = sale;
		const { labels, refundFailed } = operatorMails;
		const amount = language.money(amountCents, purchase.currency);
		return {
			subject: refundFailed.subject({ amount, reference: purchase.reference }),
			paragraphs: [refundFailed.text],
			rows: [
				...saleRows(language, sale, "notRefunded", amountCents),
				[language.texts.labels.buyer, purchase.buyerEmail ?? ""],
				[labels.purchase, purchase.id],
				[labels.refund, id],
			],
			dedupeKey: `auto-refund-failed:${purchase.id}:operator`,
		};
	},
});

const DISPUTE = { name: "dispute", audience: "creator", perDay: 5 } as const;

type Disputed = ToSeller & { readonly dispute: DisputeSnapshot };

function reasonOf({ texts }: MailLanguage, { reason }: DisputeSnapshot): string | undefined {
	const reasons: Readonly<Record<string, string>> = texts.disputeReasons;
	return Object.hasOwn(reasons, reason) ? reasons[reason] : undefined;
}

function reasonRow(language: MailLanguage, dispute: DisputeSnapshot) {
	const { labels, disputeReasons } = language.texts;
	return [labels.reason, reasonOf(language, dispute) ?? disputeReasons.other] as const;
}

function deadlineRow({ texts, day }: MailLanguage, { respondBy }: DisputeSnapshot) {
	return [texts.labels.answerBy, respondBy === null ? null : day(respondBy)] as const;
}

export const disputeMail = mailToSeller({
	kind: DISPUTE,
	write: (language, { sale, dispute }: Disputed) => {
		const { purchase } = sale;
		const { dispute: words, labels, buttons } = language.texts;
		return {
			subject: subjectOf(sale, words.subject),
			paragraphs: [words.held, words.evidence],
			rows: [
				[labels.files, purchase.shareTitle],
				[labels.disputed, language.money(dispute.amountCents, purchase.currency)],
				reasonRow(language, dispute),
				deadlineRow(language, dispute),
				[labels.reference, purchase.reference],
			],
			action: [buttons.openEvidence, `/api/purchases/${purchase.id}/evidence`],
			dedupeKey: `dispute:${dispute.id}`,
		};
	},
});

function amountRows(
	{ texts: { labels }, money }: MailLanguage,
	{ purchase }: Sale,
	charge: ChargeSnapshot,
	dispute: DisputeSnapshot,
) {
	const lines = reversalEntries(purchase, charge).filter(
		({ providerId, after, ifAutoRefund }) =>
			providerId === dispute.id && after === undefined && ifAutoRefund !== true,
	);
	const sum = (kind?: string) =>
		lines
			.filter((line) => kind === undefined || line.kind === kind)
			.reduce((cents, line) => cents + line.amountCents, 0);
	const format = (cents: number) => money(cents, purchase.currency);
	return [
		...(
			[
				[labels.takenByBank, sum("dispute")],
				[labels.returnedByBank, sum("dispute_won")],
				[labels.bankFee, sum("dispute_fee")],
				[labels.platformFeeBack, sum("fee_refund")],
			] as const
		).map(([label, cents]) => [label, cents === 0 ? null : format(cents)] as const),
		[labels.inAll, format(sum())] as const,
	];
}

export const disputeDecidedMail = mailToSeller({
	kind: DISPUTE,
	write: (language, { sale, charge, dispute }: Disputed & { charge: ChargeSnapshot }) => {
		const { purchase, slug } = sale;
		const { disputeLost, disputeWon, labels, buttons } = language.texts;
		const { subject, decided, cost } = dispute.lost ? disputeLost : disputeWon;
		return {
			subject: subjectOf(sale, subject),
			paragraphs: [decided, cost],
			rows: [
				[labels.files, purchase.shareTitle],
				[labels.price, language.money(purchase.priceCents, purchase.currency)],
				...amountRows(language, sale, charge, dispute),
				reasonRow(language, dispute),
				[labels.reference, purchase.reference],
			],
			action: [buttons.openSale, paths.sales(slug)],
			dedupeKey: `dispute-${dispute.lost ? "lost" : "won"}:${dispute.id}`,
		};
	},
});

/** If the payment came too late (`isLate`), nobody else is notified. */
export const operatorDisputeMail = mailToOperator({
	write: (
		language,
		{ sale, charge, dispute, isLate }: Disputed & { charge: ChargeSnapshot; isLate: boolean },
		{ config },
	) => {
		const { purchase, creator } = sale;
		const { labels } = language.texts;
		const money = (cents: number) => language.money(cents, purchase.currency);
		const words = operatorMails.dispute;
		const status = dispute.lost
			? "lost"
			: dispute.won
				? "won"
				: dispute.inquiry
					? "asked"
					: "opened";
		const open = status === "opened" || status === "asked";
		const alone = [
			isLate ? words.late : words.creatorDeleted,
			open ? words.youAnswer : null,
			status === "lost" && !isLate ? words.youBear : null,
		];
		return {
			subject: `${words.subjects[status]}: ${money(dispute.amountCents)}, ${purchase.reference}`,
			paragraphs: [
				isLate || creator.isDeleted ? alone.filter(Boolean).join(" ") : words.creatorTold,
			],
			rows: [
				[labels.files, purchase.shareTitle],
				[
					labels.creator,
					creator.isDeleted ? words.deleted({ id: purchase.creatorId }) : creator.email,
				],
				[labels.price, money(purchase.priceCents)],
				[labels.disputed, money(dispute.amountCents)],
				...(isLate ? [] : amountRows(language, sale, charge, dispute)),
				[labels.reason, reasonOf(language, dispute) ?? dispute.reason.replaceAll("_", " ")],
				...(open ? [deadlineRow(language, dispute)] : []),
				[operatorMails.labels.purchase, purchase.id],
				[labels.reference, purchase.reference],
			],
			action: [
				words.open,
				`https://dashboard.stripe.com/${isLive(config) ? "" : "test/"}disputes/${dispute.id}`,
			],
			dedupeKey: `dispute-${status}:${dispute.id}:operator`,
		};
	},
});

type Warned = ToSeller & { readonly warningId: string };

/** A refund may avoid a dispute. */
export const fraudWarningMail = mailToSeller({
	kind: DISPUTE,
	write: (language, { sale, warningId }: Warned) => {
		const { fraudWarning, buttons } = language.texts;
		return {
			subject: subjectOf(sale, fraudWarning.subject),
			paragraphs: [fraudWarning.text, fraudWarning.next],
			rows: saleRows(language, sale),
			action: [buttons.openSale, paths.sales(sale.slug)],
			dedupeKey: `fraud-warning:${warningId}`,
		};
	},
});

export const operatorFraudWarningMail = mailToOperator({
	write: (language, { sale, warningId }: Warned) => {
		const { purchase, creator } = sale;
		const { dispute, fraudWarning: words, labels } = operatorMails;
		const amount = language.money(purchase.priceCents, purchase.currency);
		return {
			subject: words.subject({ amount, reference: purchase.reference }),
			paragraphs: [creator.isDeleted ? dispute.creatorDeleted : words.creatorTold],
			rows: [...saleRows(language, sale), [labels.purchase, purchase.id]],
			action: [words.open, `/operator/purchases/${purchase.id}`],
			dedupeKey: `fraud-warning:${warningId}:operator`,
		};
	},
});
