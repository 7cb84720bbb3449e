import { browserName } from "../contract/browser-name.ts";
import { paths } from "../contract/paths.ts";
import { RETENTION } from "../contract/retention.ts";
import type { MailLanguage } from "../core/mail-texts.ts";
import { type MailReader, mailTo } from "../core/mails.ts";
import { ANYONE, OWNER } from "../platform/mail/mail-limits.ts";

export type WithToken = MailReader & { readonly token: string };

/** For changes that an intruder would make first. */
export const SECURITY = { name: "security", audience: "creator", perDay: 5 } as const;

export const verificationMail = mailTo({
	kind: { name: "verify-email", audience: "creator", perDay: 5 },
	cause: ANYONE,
	write: ({ texts: { verifyEmail, buttons }, period }, { token }: WithToken, { config }) => ({
		subject: verifyEmail.subject,
		paragraphs: [verifyEmail.text({ appName: config.APP_NAME })],
		action: [buttons.confirmAddress, `${paths.verifyEmail}#${token}`],
		notes: [verifyEmail.note({ period: period(RETENTION.confirmLinkDays, "day") })],
	}),
});

export const resetMail = mailTo({
	// No daily limit, and one mail reserved: an attacker must not use up the owner's account recovery.
	kind: { name: "reset-password", audience: "creator", reserved: true },
	cause: ANYONE,
	write: ({ texts: { resetPassword, buttons }, period }, { token }: WithToken) => ({
		subject: resetPassword.subject,
		paragraphs: [resetPassword.text],
		action: [buttons.newPassword, `${paths.resetPassword}#${token}`],
		notes: [resetPassword.note({ period: period(RETENTION.resetLinkHours, "hour") })],
	}),
});

type SecurityChange = MailReader & {
	readonly emailVerified: boolean;
	readonly change: Exclude<keyof MailLanguage["texts"]["security"], "text" | "note">;
};

export const securityMail = mailTo({
	kind: SECURITY,
	// An unverified address may be anyone's.
	cause: ({ emailVerified }: SecurityChange) => (emailVerified ? OWNER : ANYONE),
	write: ({ texts: { security, buttons } }, { change }: SecurityChange) => ({
		subject: security[change],
		paragraphs: [security.text],
		action: [buttons.resetPassword, paths.resetPassword],
		notes: [security.note],
	}),
});

type SignIn = MailReader & {
	readonly userAgent: string | null;
	readonly country: string | null;
};

export const newDeviceMail = mailTo({
	kind: SECURITY,
	cause: OWNER,
	write: (
		{ texts: { newDevice, labels, buttons }, moment, country: nameOf },
		{ userAgent, country }: SignIn,
		ctx,
	) => {
		const known = browserName(userAgent);
		return {
			subject: newDevice.subject,
			paragraphs: [newDevice.text],
			rows: [
				[labels.when, moment(ctx.now())],
				[labels.browser, known ? newDevice.browser(known) : newDevice.unknown],
				[labels.country, (country && nameOf(country)) ?? newDevice.unknown],
			],
			action: [buttons.openSessions, `${paths.settingsSecurity}#sessions`],
			notes: [newDevice.note],
		};
	},
});

/** To the new owner of a never-confirmed account: what was removed from it. */
export const reclaimedMail = mailTo({
	kind: SECURITY,
	cause: OWNER,
	write: ({ texts: { reclaimed, buttons } }) => ({
		subject: reclaimed.subject,
		paragraphs: [reclaimed.confirmed, reclaimed.removed, reclaimed.next],
		action: [buttons.openSettings, paths.settingsSecurity],
	}),
});
