import { paths } from "../contract/paths.ts";
import { RETENTION } from "../contract/retention.ts";
import type { Ctx } from "../core/context.ts";
import { MAIL_KINDS } from "../core/mail-kinds.ts";
import { type MailLanguage, mailLanguage } from "../core/mail-texts.ts";
import { causeToBuyer, creatorRows } from "../payments/settlement/mails.ts";
import type { Mail } from "../platform/mail/mail.ts";
import { composeMail } from "../platform/mail/mail-layout.tsx";
import { ANYONE, onBehalfOf } from "../platform/mail/mail-limits.ts";
import type { Sale } from "../purchases/find-purchase.ts";

function rows({ texts }: MailLanguage, sale: Sale): [string, string][] {
	const { purchase } = sale;
	return [
		[texts.labels.files, purchase.shareTitle],
		...creatorRows(sale),
		[texts.labels.reference, purchase.reference],
	];
}

export function revokedMail(ctx: Ctx, sale: Sale, to: string, reason: string): Mail {
	const language = mailLanguage(sale.purchase.locale);
	const { texts } = language;
	return composeMail(ctx, {
		kind: MAIL_KINDS.revoked,
		cause: causeToBuyer(sale),
		to,
		layout: texts.layout,
		subject: texts.revoked.subject,
		paragraphs: [texts.revoked.text, reason, texts.revoked.next],
		rows: rows(language, sale),
		action: { label: texts.buttons.writeToUs, url: `${ctx.config.APP_ORIGIN}${paths.support}` },
	});
}

export function restoredMail(ctx: Ctx, sale: Sale, to: string, receiptUrl: string): Mail {
	const language = mailLanguage(sale.purchase.locale);
	const { texts } = language;
	return composeMail(ctx, {
		kind: MAIL_KINDS.revoked,
		cause: causeToBuyer(sale),
		to,
		layout: texts.layout,
		subject: texts.unrevoked.subject,
		paragraphs: [texts.unrevoked.text],
		rows: rows(language, sale),
		action: { label: texts.buttons.openPurchase, url: receiptUrl },
		notes: [texts.linkIsSecret],
	});
}

/** To the new address, which must confirm it. */
export function addressCorrectionMail(ctx: Ctx, sale: Sale, to: string, token: string): Mail {
	const { purchase, creator } = sale;
	const { texts, period } = mailLanguage(purchase.locale);
	return composeMail(ctx, {
		kind: MAIL_KINDS["address-correction"],
		cause: onBehalfOf(creator),
		to,
		layout: texts.layout,
		subject: texts.addressCorrection.subject,
		paragraphs: [texts.addressCorrection.text({ from: purchase.buyerEmail ?? "" })],
		rows: creatorRows(sale),
		action: {
			label: texts.buttons.confirmAddress,
			url: `${ctx.config.APP_ORIGIN}${paths.confirmCorrection}#${token}`,
		},
		notes: [texts.addressCorrection.note({ period: period(RETENTION.confirmLinkDays, "day") })],
	});
}

export function addressCorrectedMail(ctx: Ctx, sale: Sale, from: string, to: string): Mail {
	const { texts } = mailLanguage(sale.purchase.locale);
	return composeMail(ctx, {
		kind: MAIL_KINDS["address-correction"],
		cause: causeToBuyer(sale),
		to: from,
		layout: texts.layout,
		subject: texts.addressCorrected.subject,
		paragraphs: [texts.addressCorrected.text({ to }), texts.addressCorrected.next],
		rows: creatorRows(sale),
		action: { label: texts.buttons.writeToUs, url: `${ctx.config.APP_ORIGIN}${paths.support}` },
	});
}

/** In the language of the request for the code. */
export function purchaseCodeMail(ctx: Ctx, { to, code }: { to: string; code: string }): Mail {
	const { texts, period } = mailLanguage(ctx.locale);
	return composeMail(ctx, {
		kind: MAIL_KINDS["purchase-code"],
		cause: ANYONE,
		to,
		layout: texts.layout,
		subject: texts.purchaseCode.subject,
		paragraphs: [texts.purchaseCode.text],
		code,
		notes: [texts.purchaseCode.note({ period: period(RETENTION.codeMinutes, "minute") })],
	});
}
