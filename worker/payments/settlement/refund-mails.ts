import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { type MailLanguage, mailLanguage, operatorMails } from "../../core/mail-texts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { OWED } from "../../platform/mail/mail-limits.ts";
import type { Sale } from "../../purchases/find-purchase.ts";
import type { RefundSnapshot } from "../../purchases/payment-snapshot.ts";
import { causeToBuyer, causeToCreator, creatorRows, subjectOf } from "./mails.ts";

type Rows = [string, string][];

function rows(
	{ texts, money }: MailLanguage,
	{ purchase }: Sale,
	refund: RefundSnapshot,
	label: "refunded" | "notRefunded" = "notRefunded",
): Rows {
	const { labels } = texts;
	return [
		[labels.files, purchase.shareTitle],
		[labels[label], money(refund.amountCents, purchase.currency)],
		[labels.reference, purchase.reference],
	];
}

/** To the buyer: a part was refunded; the purchase remains valid. */
export function partRefundMail(ctx: Ctx, sale: Sale, to: string, refund: RefundSnapshot): Mail {
	const { purchase, slug } = sale;
	const language = mailLanguage(purchase.locale);
	const { texts, money } = language;
	const { subject, text } = texts.partRefund;
	return composeMail(ctx, {
		kind: MAIL_KINDS.refund,
		cause: causeToBuyer(sale),
		to,
		layout: texts.layout,
		subject: subjectOf(sale, subject),
		paragraphs: [
			text({ amount: money(refund.amountCents, purchase.currency) }),
			texts.statementDelay,
		],
		rows: rows(language, sale, refund, "refunded"),
		action: { label: texts.buttons.openFiles, url: `${ctx.config.APP_ORIGIN}${paths.share(slug)}` },
		dedupeKey: `refund-part:${refund.id}`,
	});
}

/** To the buyer: a refund failed; the purchase is valid again. */
export function refundFailedMail(ctx: Ctx, sale: Sale, to: string, refund: RefundSnapshot): Mail {
	const { purchase, slug } = sale;
	const language = mailLanguage(purchase.locale);
	const { texts, money } = language;
	const { subject, refused, next } = texts.refundFailed;
	return composeMail(ctx, {
		kind: MAIL_KINDS.refund,
		cause: causeToBuyer(sale),
		to,
		layout: texts.layout,
		subject: subjectOf(sale, subject),
		paragraphs: [refused({ amount: money(refund.amountCents, purchase.currency) }), next],
		rows: [...creatorRows(sale), ...rows(language, sale, refund)],
		action: { label: texts.buttons.openFiles, url: `${ctx.config.APP_ORIGIN}${paths.share(slug)}` },
		secondAction: {
			label: texts.buttons.writeToUs,
			url: `${ctx.config.APP_ORIGIN}${paths.support}`,
		},
		dedupeKey: `refund-failed:${refund.id}:buyer`,
	});
}

/** To the creator: a refund failed, and what to do. */
export function refundFailedSaleMail(ctx: Ctx, sale: Sale, refund: RefundSnapshot): Mail {
	const { purchase, creator, slug } = sale;
	const language = mailLanguage(creator.locale);
	const { texts, money } = language;
	const { subject, refused, next } = texts.refundFailedSale;
	return composeMail(ctx, {
		kind: MAIL_KINDS["refund-failed"],
		cause: causeToCreator(sale),
		to: creator.email,
		layout: texts.layout,
		subject: subjectOf(sale, subject),
		paragraphs: [refused({ amount: money(refund.amountCents, purchase.currency) }), next],
		rows: [...rows(language, sale, refund), [texts.labels.buyer, purchase.buyerEmail ?? ""]],
		action: {
			label: texts.buttons.openSale,
			url: `${ctx.config.APP_ORIGIN}${paths.sales(slug)}`,
		},
		dedupeKey: `refund-failed:${refund.id}:creator`,
	});
}

/** To the buyer, once: an automatic refund hasn't succeeded yet. */
export function autoRefundFailedMail(
	ctx: Ctx,
	sale: Sale,
	to: string,
	refund: RefundSnapshot,
): Mail {
	const { purchase } = sale;
	const language = mailLanguage(purchase.locale);
	const { texts, money } = language;
	const { subject, refused, next } = texts.autoRefundFailed;
	return composeMail(ctx, {
		kind: MAIL_KINDS["auto-refund"],
		cause: causeToBuyer(sale),
		to,
		layout: texts.layout,
		subject: subjectOf(sale, subject),
		paragraphs: [refused({ amount: money(refund.amountCents, purchase.currency) }), next],
		rows: rows(language, sale, refund),
		action: { label: texts.buttons.writeToUs, url: `${ctx.config.APP_ORIGIN}${paths.support}` },
		dedupeKey: `auto-refund-failed:${purchase.id}:buyer`,
	});
}

/** To the operator, once: an automatic refund keeps failing. */
export function autoRefundFailedOperatorMail(ctx: Ctx, sale: Sale, refund: RefundSnapshot): Mail {
	const { purchase } = sale;
	const language = mailLanguage("en");
	const { texts, money } = language;
	const { labels, refundFailed } = operatorMails;
	const { reference } = purchase;
	return composeMail(ctx, {
		kind: MAIL_KINDS["operator-notice"],
		cause: OWED,
		to: ctx.config.OPERATOR_EMAIL,
		layout: texts.layout,
		subject: refundFailed.subject({
			amount: money(refund.amountCents, purchase.currency),
			reference,
		}),
		paragraphs: [refundFailed.text],
		rows: [
			...rows(language, sale, refund),
			[texts.labels.buyer, purchase.buyerEmail ?? ""],
			[labels.purchase, purchase.id],
			[labels.refund, refund.id],
		],
		dedupeKey: `auto-refund-failed:${purchase.id}:operator`,
	});
}
