import type { Ctx } from "../context.ts";
import type { Mail } from "../platform/mail.ts";
import { composeMail } from "../platform/mail-layout.tsx";
import { ANYONE, HOLDER } from "../platform/mail-limits.ts";

// Tokens stand behind the `#`: fragments reach no server's log and no other site.

/** Asks a new creator to confirm the address. */
export function verificationMail(ctx: Ctx, to: string, token: string): Mail {
	return composeMail(ctx, {
		kind: "verify-email",
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

/** Brings the link by which a forgotten password is replaced. */
export function resetMail(ctx: Ctx, to: string, token: string): Mail {
	return composeMail(ctx, {
		kind: "reset-password",
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
 * Tells of a change that a thief would make first. As long as the address is not verified, anybody
 * may have put it there.
 */
export function securityMail(
	ctx: Ctx,
	{ email, emailVerified }: { email: string; emailVerified: boolean },
	what: string,
): Mail {
	return composeMail(ctx, {
		kind: "security",
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
