import type { Locale } from "../../contract/locales.ts";
import { paths } from "../../contract/paths.ts";
import { RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { type MailLanguage, mailLanguage } from "../../core/mail-texts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { HOLDER } from "../../platform/mail/mail-limits.ts";

export function endpointOffMail(
	ctx: Ctx,
	input: { email: string; locale: Locale; url: string; reason: "failing" | "gone" },
): Mail {
	const { texts } = mailLanguage(input.locale);
	const { subject, failing, gone, next } = texts.webhookOff;
	const days = String(RETENTION.webhookDays);
	return composeMail(ctx, {
		kind: MAIL_KINDS.webhook,
		cause: HOLDER,
		to: input.email,
		layout: texts.layout,
		subject,
		paragraphs: [(input.reason === "gone" ? gone : failing)({ days }), next],
		rows: [[texts.labels.endpoint, input.url]],
		action: {
			label: texts.buttons.openSettings,
			url: `${ctx.config.APP_ORIGIN}${paths.settingsPrograms}#webhooks`,
		},
	});
}

type EndpointChange = keyof MailLanguage["texts"]["webhookChanged"]["subjects"];

/**
 * This change could let someone else read the sales. Names only the host: the rest of an address may contain a key.
 * Not the kind of other security mails, so that a token for webhooks can't use up their daily number.
 */
export function endpointChangedMail(
	ctx: Ctx,
	{ email, locale, url }: { email: string; locale: Locale; url: string },
	change: EndpointChange,
): Mail {
	const { texts } = mailLanguage(locale);
	const { subjects, text, note } = texts.webhookChanged;
	return composeMail(ctx, {
		kind: MAIL_KINDS.webhook,
		cause: HOLDER,
		to: email,
		layout: texts.layout,
		subject: subjects[change],
		paragraphs: [text],
		rows: [[texts.labels.endpoint, new URL(url).host]],
		action: {
			label: texts.buttons.resetPassword,
			url: `${ctx.config.APP_ORIGIN}${paths.resetPassword}`,
		},
		notes: [note],
	});
}

export function endpointsResetMail(
	ctx: Ctx,
	{ email, locale }: { email: string; locale: Locale },
): Mail {
	const { texts } = mailLanguage(locale);
	const { subject, text, next } = texts.webhooksReset;
	return composeMail(ctx, {
		kind: MAIL_KINDS.security,
		cause: HOLDER,
		to: email,
		layout: texts.layout,
		subject,
		paragraphs: [text, next],
		action: {
			label: texts.buttons.openSettings,
			url: `${ctx.config.APP_ORIGIN}${paths.settingsPrograms}#webhooks`,
		},
	});
}
