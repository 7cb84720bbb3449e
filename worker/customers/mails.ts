import { paths } from "../contract/paths.ts";
import { RETENTION } from "../contract/retention.ts";
import type { MailLanguage } from "../core/mail-texts.ts";
import { type MailReader, mailTo } from "../core/mails.ts";
import { ANYONE, onBehalfOf } from "../platform/mail/mail-limits.ts";
import type { Sale } from "../purchases/find-purchase.ts";
import { mailToBuyer, type ToBuyer, type ToSeller } from "../purchases/sale-mails.ts";

const REVOKED = { name: "revoked", audience: "buyer", perDay: 5 } as const;
const ADDRESS_CORRECTION = {
	name: "address-correction",
	audience: "buyer",
	perHour: 1,
	perDay: 3,
} as const;

const rows = ({ texts: { labels } }: MailLanguage, { purchase, creator }: Sale) =>
	[
		[labels.files, purchase.shareTitle],
		[labels.creator, creator.name],
		[labels.reference, purchase.reference],
	] as const;

export const revokedMail = mailToBuyer({
	kind: REVOKED,
	write: (language, { sale, reason }: ToBuyer & { reason: string }) => {
		const { revoked, buttons } = language.texts;
		return {
			subject: revoked.subject,
			paragraphs: [revoked.text, reason, revoked.next],
			rows: rows(language, sale),
			action: [buttons.writeToUs, paths.support],
		};
	},
});

export const unrevokedMail = mailToBuyer({
	kind: REVOKED,
	write: (language, { sale, url }: ToBuyer & { url: string }) => {
		const { unrevoked, buttons, linkIsSecret } = language.texts;
		return {
			subject: unrevoked.subject,
			paragraphs: [unrevoked.text],
			rows: rows(language, sale),
			action: [buttons.openPurchase, url],
			notes: [linkIsSecret],
		};
	},
});

/** To the new address, which must confirm it. */
export const addressCorrectionMail = mailToBuyer({
	kind: ADDRESS_CORRECTION,
	cause: ({ sale }: ToSeller) => onBehalfOf(sale.creator),
	write: (
		{ texts: { addressCorrection, labels, buttons }, period },
		{ sale, token }: ToBuyer & { token: string },
	) => ({
		subject: addressCorrection.subject,
		paragraphs: [addressCorrection.text({ from: sale.purchase.buyerEmail ?? "" })],
		rows: [[labels.creator, sale.creator.name]],
		action: [buttons.confirmAddress, `${paths.confirmCorrection}#${token}`],
		notes: [addressCorrection.note({ period: period(RETENTION.confirmLinkDays, "day") })],
	}),
});

/** To the former address. */
export const addressCorrectedMail = mailToBuyer({
	kind: ADDRESS_CORRECTION,
	write: (
		{ texts: { addressCorrected, labels, buttons } },
		{ sale, newEmail }: ToBuyer & { newEmail: string },
	) => ({
		subject: addressCorrected.subject,
		paragraphs: [addressCorrected.text({ to: newEmail }), addressCorrected.next],
		rows: [[labels.creator, sale.creator.name]],
		action: [buttons.writeToUs, paths.support],
	}),
});

export const purchaseCodeMail = mailTo({
	kind: { name: "purchase-code", audience: "buyer", perDay: 10 },
	cause: ANYONE,
	write: ({ texts: { purchaseCode }, period }, { code }: MailReader & { code: string }) => ({
		subject: purchaseCode.subject,
		paragraphs: [purchaseCode.text],
		code,
		notes: [purchaseCode.note({ period: period(RETENTION.codeMinutes, "minute") })],
	}),
});
