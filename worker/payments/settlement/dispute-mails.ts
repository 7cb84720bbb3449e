import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { type MailLanguage, mailLanguage, operatorMails } from "../../core/mail-texts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { isLive } from "../../platform/stripe.ts";
import type { Sale } from "../../purchases/find-purchase.ts";
import type { ChargeSnapshot, DisputeSnapshot } from "../../purchases/payment-snapshot.ts";
import { ledgerEntriesOf } from "../ledger/ledger-entries.ts";
import { linkTo, mailToCreator, mailToOperator, type Rows, saleRows } from "./mails.ts";

function reasonOf({ texts }: MailLanguage, { reason }: DisputeSnapshot): string | undefined {
	const reasons: Readonly<Record<string, string>> = texts.disputeReasons;
	return Object.hasOwn(reasons, reason) ? reasons[reason] : undefined;
}

function reasonRow(language: MailLanguage, dispute: DisputeSnapshot): Rows[number] {
	const { labels, disputeReasons } = language.texts;
	return [labels.reason, reasonOf(language, dispute) ?? disputeReasons.other];
}

function deadlineRows({ texts, day }: MailLanguage, { respondBy }: DisputeSnapshot): Rows {
	return respondBy === null ? [] : [[texts.labels.answerBy, day(respondBy)]];
}

/** To the creator. */
export function disputeMail(ctx: Ctx, sale: Sale, dispute: DisputeSnapshot): Mail {
	const { purchase, creator } = sale;
	const language = mailLanguage(creator.locale);
	const { texts, money } = language;
	const { labels } = texts;
	return mailToCreator(ctx, sale, {
		kind: MAIL_KINDS.dispute,
		subject: texts.dispute.subject,
		paragraphs: [texts.dispute.held, texts.dispute.evidence],
		rows: [
			[labels.files, purchase.shareTitle],
			[labels.disputed, money(dispute.amountCents, purchase.currency)],
			reasonRow(language, dispute),
			...deadlineRows(language, dispute),
			[labels.reference, purchase.reference],
		],
		action: linkTo(ctx, texts.buttons.openEvidence, `/api/purchases/${purchase.id}/evidence`),
		dedupeKey: `dispute:${dispute.id}`,
	});
}

function amountsOf(sale: Sale, charge: ChargeSnapshot, dispute: DisputeSnapshot) {
	const lines = ledgerEntriesOf(sale.purchase, sale.purchase.priceCents, charge).filter(
		({ providerId, after, ifAutoRefund }) =>
			providerId === dispute.id && after === undefined && ifAutoRefund !== true,
	);
	const sum = (kind: string) =>
		lines.filter((line) => line.kind === kind).reduce((cents, line) => cents + line.amountCents, 0);
	return {
		taken: sum("dispute"),
		returned: sum("dispute_won"),
		bankFee: sum("dispute_fee"),
		platformFee: sum("fee_refund"),
		inAll: lines.reduce((cents, line) => cents + line.amountCents, 0),
	};
}

function amountRows({ texts, money }: MailLanguage, ...sums: Parameters<typeof amountsOf>): Rows {
	const { labels } = texts;
	const [{ purchase }] = sums;
	const { taken, returned, bankFee, platformFee, inAll } = amountsOf(...sums);
	const rows: [string, number][] = [
		[labels.takenByBank, taken],
		[labels.returnedByBank, returned],
		[labels.bankFee, bankFee],
		[labels.platformFeeBack, platformFee],
	];
	return [...rows.filter(([, cents]) => cents !== 0), [labels.inAll, inAll] as const].map(
		([name, cents]) => [name, money(cents, purchase.currency)],
	);
}

export function disputeDecidedMail(
	ctx: Ctx,
	sale: Sale,
	charge: ChargeSnapshot,
	dispute: DisputeSnapshot,
): Mail {
	const { purchase, creator } = sale;
	const language = mailLanguage(creator.locale);
	const { texts, money } = language;
	const { labels } = texts;
	const { subject, decided, cost } = dispute.lost ? texts.disputeLost : texts.disputeWon;
	return mailToCreator(ctx, sale, {
		kind: MAIL_KINDS.dispute,
		subject,
		paragraphs: [decided, cost],
		rows: [
			[labels.files, purchase.shareTitle],
			[labels.price, money(purchase.priceCents, purchase.currency)],
			...amountRows(language, sale, charge, dispute),
			reasonRow(language, dispute),
			[labels.reference, purchase.reference],
		],
		action: linkTo(ctx, texts.buttons.openSale, paths.sales(sale.slug)),
		dedupeKey: `dispute-${dispute.lost ? "lost" : "won"}:${dispute.id}`,
	});
}

/** To the operator. If the payment came too late (`isLate`), nobody else is notified. */
export function operatorDisputeMail(
	ctx: Ctx,
	sale: Sale,
	charge: ChargeSnapshot,
	{ dispute, isLate }: { dispute: DisputeSnapshot; isLate: boolean },
): Mail {
	const { purchase, creator } = sale;
	const language = mailLanguage("en");
	const { texts, money } = language;
	const { labels } = texts;
	const words = operatorMails.dispute;
	const status = dispute.lost ? "lost" : dispute.won ? "won" : dispute.inquiry ? "asked" : "opened";
	const open = status === "opened" || status === "asked";
	const ifDeleted = [
		words.creatorDeleted,
		...(open ? [words.youAnswer] : []),
		...(status === "lost" ? [words.youBear] : []),
	].join(" ");
	const ifLate = [words.late, ...(open ? [words.youAnswer] : [])].join(" ");
	return mailToOperator(ctx, {
		subject: `${words.subjects[status]}: ${money(dispute.amountCents, purchase.currency)}, ${purchase.reference}`,
		paragraphs: [isLate ? ifLate : creator.isDeleted ? ifDeleted : words.creatorTold],
		rows: [
			[labels.files, purchase.shareTitle],
			[
				labels.creator,
				creator.isDeleted ? words.deleted({ id: purchase.creatorId }) : creator.email,
			],
			[labels.price, money(purchase.priceCents, purchase.currency)],
			[labels.disputed, money(dispute.amountCents, purchase.currency)],
			...(isLate ? [] : amountRows(language, sale, charge, dispute)),
			[labels.reason, reasonOf(language, dispute) ?? dispute.reason.replaceAll("_", " ")],
			...(open ? deadlineRows(language, dispute) : []),
			[operatorMails.labels.purchase, purchase.id],
			[labels.reference, purchase.reference],
		],
		action: {
			label: words.open,
			url: `https://dashboard.stripe.com/${isLive(ctx.config) ? "" : "test/"}disputes/${dispute.id}`,
		},
		dedupeKey: `dispute-${status}:${dispute.id}:operator`,
	});
}

/** To the creator: a refund may avoid a dispute. */
export function fraudWarningMail(ctx: Ctx, sale: Sale, warningId: string): Mail {
	const language = mailLanguage(sale.creator.locale);
	const { texts } = language;
	return mailToCreator(ctx, sale, {
		kind: MAIL_KINDS.dispute,
		subject: texts.fraudWarning.subject,
		paragraphs: [texts.fraudWarning.text, texts.fraudWarning.next],
		rows: saleRows(language, sale),
		action: linkTo(ctx, texts.buttons.openSale, paths.sales(sale.slug)),
		dedupeKey: `fraud-warning:${warningId}`,
	});
}

export function operatorFraudWarningMail(ctx: Ctx, sale: Sale, warningId: string): Mail {
	const { purchase, creator } = sale;
	const language = mailLanguage("en");
	const { dispute, fraudWarning: words, labels } = operatorMails;
	return mailToOperator(ctx, {
		subject: words.subject({
			amount: language.money(purchase.priceCents, purchase.currency),
			reference: purchase.reference,
		}),
		paragraphs: [creator.isDeleted ? dispute.creatorDeleted : words.creatorTold],
		rows: [...saleRows(language, sale), [labels.purchase, purchase.id]],
		action: linkTo(ctx, words.open, `/operator/purchases/${purchase.id}`),
		dedupeKey: `fraud-warning:${warningId}:operator`,
	});
}
