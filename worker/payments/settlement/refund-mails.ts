import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { mailLanguage, operatorMails } from "../../core/mail-texts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import type { Sale } from "../../purchases/find-purchase.ts";
import type { RefundSnapshot } from "../../purchases/payment-snapshot.ts";
import {
	creatorRows,
	linkTo,
	mailToBuyer,
	mailToCreator,
	mailToOperator,
	saleRows,
} from "./mails.ts";

/** To the buyer; `failures` counts earlier failed refunds. */
export function refundMail(ctx: Ctx, sale: Sale, to: string, failures: number): Mail {
	const language = mailLanguage(sale.purchase.locale);
	const { refund, statementDelay } = language.texts;
	return mailToBuyer(ctx, sale, to, {
		kind: MAIL_KINDS.refund,
		subject: refund.subject,
		paragraphs: [refund.text, statementDelay],
		rows: saleRows(language, sale, "refunded"),
		dedupeKey: `refund:${sale.purchase.id}:${failures}`,
	});
}

/** To the buyer; the purchase remains valid. */
export function partRefundMail(ctx: Ctx, sale: Sale, to: string, refund: RefundSnapshot): Mail {
	const { purchase, slug } = sale;
	const { id, amountCents } = refund;
	const language = mailLanguage(purchase.locale);
	const { partRefund, statementDelay, buttons } = language.texts;
	const amount = language.money(amountCents, purchase.currency);
	return mailToBuyer(ctx, sale, to, {
		kind: MAIL_KINDS.refund,
		subject: partRefund.subject,
		paragraphs: [partRefund.text({ amount }), statementDelay],
		rows: saleRows(language, sale, "refunded", amountCents),
		action: linkTo(ctx, buttons.openFiles, paths.share(slug)),
		dedupeKey: `refund-part:${id}`,
	});
}

/** To the buyer; the purchase is valid again. */
export function refundFailedMail(ctx: Ctx, sale: Sale, to: string, refund: RefundSnapshot): Mail {
	const { purchase, slug } = sale;
	const { id, amountCents } = refund;
	const language = mailLanguage(purchase.locale);
	const { refundFailed, buttons } = language.texts;
	const amount = language.money(amountCents, purchase.currency);
	return mailToBuyer(ctx, sale, to, {
		kind: MAIL_KINDS.refund,
		subject: refundFailed.subject,
		paragraphs: [refundFailed.refused({ amount }), refundFailed.next],
		rows: [...creatorRows(sale), ...saleRows(language, sale, "notRefunded", amountCents)],
		action: linkTo(ctx, buttons.openFiles, paths.share(slug)),
		secondAction: linkTo(ctx, buttons.writeToUs, paths.support),
		dedupeKey: `refund-failed:${id}:buyer`,
	});
}

/** To the creator. */
export function refundFailedSaleMail(ctx: Ctx, sale: Sale, refund: RefundSnapshot): Mail {
	const { purchase, creator, slug } = sale;
	const { id, amountCents } = refund;
	const language = mailLanguage(creator.locale);
	const { refundFailedSale, buttons, labels } = language.texts;
	const amount = language.money(amountCents, purchase.currency);
	return mailToCreator(ctx, sale, {
		kind: MAIL_KINDS["refund-failed"],
		subject: refundFailedSale.subject,
		paragraphs: [refundFailedSale.refused({ amount }), refundFailedSale.next],
		rows: [
			...saleRows(language, sale, "notRefunded", amountCents),
			[labels.buyer, purchase.buyerEmail ?? ""],
		],
		action: linkTo(ctx, buttons.openSale, paths.sales(slug)),
		dedupeKey: `refund-failed:${id}:creator`,
	});
}

/** To the buyer, once. */
export function autoRefundFailedMail(
	ctx: Ctx,
	sale: Sale,
	to: string,
	{ amountCents }: RefundSnapshot,
): Mail {
	const { purchase } = sale;
	const language = mailLanguage(purchase.locale);
	const { autoRefundFailed, buttons } = language.texts;
	const amount = language.money(amountCents, purchase.currency);
	return mailToBuyer(ctx, sale, to, {
		kind: MAIL_KINDS["auto-refund"],
		subject: autoRefundFailed.subject,
		paragraphs: [autoRefundFailed.refused({ amount }), autoRefundFailed.next],
		rows: saleRows(language, sale, "notRefunded", amountCents),
		action: linkTo(ctx, buttons.writeToUs, paths.support),
		dedupeKey: `auto-refund-failed:${purchase.id}:buyer`,
	});
}

/** To the operator, once. */
export function autoRefundFailedOperatorMail(
	ctx: Ctx,
	sale: Sale,
	{ id, amountCents }: RefundSnapshot,
): Mail {
	const { purchase } = sale;
	const language = mailLanguage("en");
	const { labels, refundFailed } = operatorMails;
	const amount = language.money(amountCents, purchase.currency);
	return mailToOperator(ctx, {
		subject: refundFailed.subject({ amount, reference: purchase.reference }),
		paragraphs: [refundFailed.text],
		rows: [
			...saleRows(language, sale, "notRefunded", amountCents),
			[language.texts.labels.buyer, purchase.buyerEmail ?? ""],
			[labels.purchase, purchase.id],
			[labels.refund, id],
		],
		dedupeKey: `auto-refund-failed:${purchase.id}:operator`,
	});
}
