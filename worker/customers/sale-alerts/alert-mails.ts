import { type CreatorNames, givenName } from "../../accounts/contract.ts";
import type { Locale } from "../../contract/locales.ts";
import { paths } from "../../contract/paths.ts";
import { RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { type MailLanguage, mailLanguage } from "../../core/mail-texts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { ANYONE, owedBy } from "../../platform/mail/mail-limits.ts";
import { plainWords } from "../updates/update-mail.ts";

/** Followed by a token. Mail programs post to it without a cookie. */
export const ALERT_PATH = "/tell-me/";

export type AlertedShare = { slug: string; title: string; email: string } & CreatorNames;

function rows({ texts }: MailLanguage, share: AlertedShare): [string, string][] {
	const files: [string, string] = [texts.labels.files, plainWords(share.title)];
	const name = givenName(share);
	return name === null ? [files] : [files, [texts.labels.creator, plainWords(name)]];
}

/** Anyone can type the address: no user's words in its subject. */
export function confirmAlertMail(ctx: Ctx, share: AlertedShare, to: string, token: string): Mail {
	const language = mailLanguage(ctx.locale);
	const { texts, period } = language;
	const url = `${ctx.config.APP_ORIGIN}${ALERT_PATH}${token}`;
	return composeMail(ctx, {
		kind: MAIL_KINDS["sale-alert-confirmation"],
		cause: ANYONE,
		to,
		layout: texts.layout,
		subject: texts.saleAlert.confirm.subject,
		paragraphs: [texts.saleAlert.confirm.text],
		rows: rows(language, share),
		action: { label: texts.saleAlert.confirm.button, url },
		notes: [
			texts.saleAlert.confirm.note({ period: period(RETENTION.unconfirmedAlertDays, "day") }),
		],
		unsubscribeUrl: url,
	});
}

/** To an address that has confirmed it. */
export function onSaleMail(
	ctx: Ctx,
	share: AlertedShare,
	reader: { email: string; locale: Locale; hash: string },
): Mail {
	const language = mailLanguage(reader.locale);
	const { texts } = language;
	return composeMail(ctx, {
		kind: MAIL_KINDS["sale-alert"],
		cause: owedBy({ email: share.email, verified: true }),
		to: reader.email,
		layout: texts.layout,
		subject: texts.saleAlert.onSale.subject,
		paragraphs: [texts.saleAlert.onSale.text],
		rows: rows(language, share),
		action: {
			label: texts.buttons.openShare,
			url: `${ctx.config.APP_ORIGIN}${paths.share(share.slug)}`,
		},
		notes: [texts.saleAlert.onSale.note],
		dedupeKey: `sale-alert:${reader.hash}`,
	});
}
