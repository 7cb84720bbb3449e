import type { Ctx } from "../context.ts";
import { MAIL_KINDS } from "../mail-kinds.ts";
import type { Mail } from "../platform/mail/mail.ts";
import { composeMail } from "../platform/mail/mail-layout.tsx";
import { ANYONE, HOLDER } from "../platform/mail/mail-limits.ts";

// Tokens are in the fragment, which browsers send to no server and no other site.

/** Asks a new creator to confirm the address. */
export function verificationMail(ctx: Ctx, to: string, token: string): Mail {
	return composeMail(ctx, {
		kind: MAIL_KINDS["verify-email"],
		cause: ANYONE,
		to,
		subject: "Confirm your email address",
		paragraphs: [
			`Welcome to ${ctx.config.APP_NAME}. Please confirm that this address is yours, so that sales, receipts and password resets reach you.`,
		],
		action: {
			label: "Confirm email address",
			url: `${ctx.config.APP_ORIGIN}/verify-email#${token}`,
		},
		notes: ["The link works for seven days. If you did not create an account, ignore this mail."],
	});
}

/** Contains the password reset link. */
export function resetMail(ctx: Ctx, to: string, token: string): Mail {
	return composeMail(ctx, {
		kind: MAIL_KINDS["reset-password"],
		cause: ANYONE,
		to,
		subject: "Reset your password",
		paragraphs: ["Somebody, hopefully you, asked for a new password for your account."],
		action: {
			label: "Choose a new password",
			url: `${ctx.config.APP_ORIGIN}/reset-password#${token}`,
		},
		notes: [
			"The link works once and for one hour. If it was not you, ignore this mail: your password stays as it is.",
		],
	});
}

/**
 * Notifies of a change that an intruder would make first. As long as the address is not verified, anyone
 * may have entered it.
 */
export function securityMail(
	ctx: Ctx,
	{ email, emailVerified }: { email: string; emailVerified: boolean },
	what: string,
): Mail {
	return composeMail(ctx, {
		kind: MAIL_KINDS.security,
		cause: emailVerified ? HOLDER : ANYONE,
		to: email,
		subject: what,
		paragraphs: [
			"This is to let you know about a change to your account. If it was you, there is nothing to do.",
		],
		action: { label: "Reset password", url: `${ctx.config.APP_ORIGIN}/reset-password` },
		notes: [
			"If it was not you, reset your password now and look at your sessions in the settings.",
		],
	});
}

/** Tells the owner who took over a never-confirmed account by a reset what was removed from it. */
export function reclaimedMail(ctx: Ctx, to: string): Mail {
	return composeMail(ctx, {
		kind: MAIL_KINDS.security,
		cause: HOLDER,
		to,
		subject: "Your password was changed",
		paragraphs: [
			"You have a new password, and this address now counts as confirmed.",
			"It had not been confirmed before, so somebody else may have created the account. To be safe we ended every session and removed the names, the two-step sign-in, the Cash App handle and other payout methods, unfinished uploads and messages to support. Sales of all shares are stopped, and a Pro subscription ends with the period that is paid.",
			"If the account is yours, put these back in the settings and resume the sale of your shares on the dashboard. If it is not, you can delete it in the settings.",
		],
		action: { label: "Open the settings", url: `${ctx.config.APP_ORIGIN}/settings` },
	});
}
