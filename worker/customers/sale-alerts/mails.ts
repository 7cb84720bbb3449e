import { type CreatorNames, givenName } from "../../accounts/contract.ts";
import { paths } from "../../contract/paths.ts";
import { RETENTION } from "../../contract/retention.ts";
import type { MailLanguage } from "../../core/mail-texts.ts";
import { type MailReader, mailTo } from "../../core/mails.ts";
import { ANYONE, owedBy } from "../../platform/mail/mail-limits.ts";
import { plainWords } from "../updates/mails.ts";

/** Followed by a token. Mail programs post to it without a cookie. */
export const ALERT_PATH = "/tell-me/";

export type AlertedShare = { slug: string; title: string; email: string } & CreatorNames;
type Alert = MailReader & { readonly share: AlertedShare };

function rows({ texts: { labels } }: MailLanguage, share: AlertedShare) {
	const name = givenName(share);
	return [
		[labels.files, plainWords(share.title)],
		[labels.creator, name && plainWords(name)],
	] as const;
}

/** Anyone can type the address: no user's words in its subject. */
export const confirmAlertMail = mailTo({
	kind: { name: "sale-alert-confirmation", audience: "buyer", perHour: 2, perDay: 5 },
	cause: ANYONE,
	write: (language, { share, token }: Alert & { token: string }) => {
		const { subject, text, button, note } = language.texts.saleAlert.confirm;
		const url = `${ALERT_PATH}${token}`;
		return {
			subject,
			paragraphs: [text],
			rows: rows(language, share),
			action: [button, url],
			notes: [note({ period: language.period(RETENTION.unconfirmedAlertDays, "day") })],
			unsubscribeUrl: url,
		};
	},
});

/** To an address that has confirmed it. */
export const onSaleMail = mailTo({
	kind: { name: "sale-alert", audience: "buyer" },
	cause: ({ share }: Alert) => owedBy({ email: share.email, verified: true }),
	write: (language, { share, hash }: Alert & { hash: string }) => {
		const { saleAlert, buttons } = language.texts;
		return {
			subject: saleAlert.onSale.subject,
			paragraphs: [saleAlert.onSale.text],
			rows: rows(language, share),
			action: [buttons.openShare, paths.share(share.slug)],
			notes: [saleAlert.onSale.note],
			dedupeKey: `sale-alert:${hash}`,
		};
	},
});
