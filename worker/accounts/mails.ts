import { browserName } from "../contract/browser-name.ts";
import type { Locale } from "../contract/locales.ts";
import { paths } from "../contract/paths.ts";
import { RETENTION } from "../contract/retention.ts";
import type { Ctx } from "../core/context.ts";
import { MAIL_KINDS } from "../core/mail-kinds.ts";
import { type MailLanguage, mailLanguage } from "../core/mail-texts.ts";
import type { Mail } from "../platform/mail/mail.ts";
import { composeMail } from "../platform/mail/mail-layout.tsx";
import { ANYONE, HOLDER } from "../platform/mail/mail-limits.ts";

type Reader = { readonly email: string; readonly locale: Locale };

type SignInPlace = { readonly userAgent: string | null; readonly country: string | null };

export function verificationMail(ctx: Ctx, { email, locale }: Reader, token: string): Mail {
	const { texts, period } = mailLanguage(locale);
	return composeMail(ctx, {
		kind: MAIL_KINDS["verify-email"],
		cause: ANYONE,
		to: email,
		layout: texts.layout,
		subject: texts.verifyEmail.subject,
		paragraphs: [texts.verifyEmail.text({ appName: ctx.config.APP_NAME })],
		action: {
			label: texts.buttons.confirmAddress,
			url: `${ctx.config.APP_ORIGIN}${paths.verifyEmail}#${token}`,
		},
		notes: [texts.verifyEmail.note({ period: period(RETENTION.confirmLinkDays, "day") })],
	});
}

export function resetMail(ctx: Ctx, { email, locale }: Reader, token: string): Mail {
	const { texts, period } = mailLanguage(locale);
	return composeMail(ctx, {
		kind: MAIL_KINDS["reset-password"],
		cause: ANYONE,
		to: email,
		layout: texts.layout,
		subject: texts.resetPassword.subject,
		paragraphs: [texts.resetPassword.text],
		action: {
			label: texts.buttons.newPassword,
			url: `${ctx.config.APP_ORIGIN}${paths.resetPassword}#${token}`,
		},
		notes: [texts.resetPassword.note({ period: period(RETENTION.resetLinkHours, "hour") })],
	});
}

type SecurityChange = Exclude<keyof MailLanguage["texts"]["security"], "text" | "note">;

/** For changes that an intruder would make first. An unverified address may be anyone's. */
export function securityMail(
	ctx: Ctx,
	{ email, locale, emailVerified }: Reader & { emailVerified: boolean },
	change: SecurityChange,
): Mail {
	const { texts } = mailLanguage(locale);
	return composeMail(ctx, {
		kind: MAIL_KINDS.security,
		cause: emailVerified ? HOLDER : ANYONE,
		to: email,
		layout: texts.layout,
		subject: texts.security[change],
		paragraphs: [texts.security.text],
		action: {
			label: texts.buttons.resetPassword,
			url: `${ctx.config.APP_ORIGIN}${paths.resetPassword}`,
		},
		notes: [texts.security.note],
	});
}

export function newDeviceMail(ctx: Ctx, { email, locale }: Reader, browser: SignInPlace): Mail {
	const { texts, moment, country } = mailLanguage(locale);
	const { subject, text, note, unknown } = texts.newDevice;
	const known = browserName(browser.userAgent);
	const where = browser.country === null ? null : country(browser.country);
	return composeMail(ctx, {
		kind: MAIL_KINDS.security,
		cause: HOLDER,
		to: email,
		layout: texts.layout,
		subject,
		paragraphs: [text],
		rows: [
			[texts.labels.when, moment(ctx.now())],
			[texts.labels.browser, known ? texts.newDevice.browser(known) : unknown],
			[texts.labels.country, where ?? unknown],
		],
		action: {
			label: texts.buttons.openSessions,
			url: `${ctx.config.APP_ORIGIN}${paths.settingsSecurity}#sessions`,
		},
		notes: [note],
	});
}

/** To the new owner of a never-confirmed account: what was removed from it. */
export function reclaimedMail(ctx: Ctx, { email, locale }: Reader): Mail {
	const { texts } = mailLanguage(locale);
	const { subject, confirmed, removed, next } = texts.reclaimed;
	return composeMail(ctx, {
		kind: MAIL_KINDS.security,
		cause: HOLDER,
		to: email,
		layout: texts.layout,
		subject,
		paragraphs: [confirmed, removed, next],
		action: {
			label: texts.buttons.openSettings,
			url: `${ctx.config.APP_ORIGIN}${paths.settingsSecurity}`,
		},
	});
}
