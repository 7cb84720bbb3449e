import { and, eq, ne } from "drizzle-orm";
import type { CreatorCtx } from "../context.ts";
import { queueMail } from "../platform/mail/mail.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { hashPassword } from "../platform/security/passwords.ts";
import { confirmPassword } from "./confirm-password.ts";
import { securityMail } from "./mails.ts";
import { requireStrongPassword } from "./password-strength.ts";
import { mailTokens, sessions, users } from "./tables.ts";

/**
 * Sets a new password, given the old one, and ends every other session and open reset link. Throws
 * `forbidden` for a wrong old one, `request.invalid` for a guessable new one.
 */
export async function changePassword(
	ctx: CreatorCtx,
	{ currentPassword, password }: { currentPassword: string; password: string },
): Promise<void> {
	await requireStrongPassword(ctx, password, [ctx.user.email]);
	const { id } = await confirmPassword(ctx, {
		password: currentPassword,
		field: "currentPassword",
	});
	const passwordHash = await hashPassword(password);
	await ctx.db.batch([
		ctx.db.update(users).set({ passwordHash }).where(eq(users.id, id)),
		ctx.db
			.delete(sessions)
			.where(
				and(eq(sessions.userId, id), ne(sessions.tokenHash, ctx.credentials.sessionHash ?? "")),
			),
		// Where the address is not verified, the owner of the mailbox has priority over whoever knows the
		// password.
		...(ctx.user.emailVerified
			? [
					ctx.db
						.delete(mailTokens)
						.where(and(eq(mailTokens.userId, id), eq(mailTokens.purpose, "reset-password"))),
				]
			: []),
		queueMail(ctx, securityMail(ctx, ctx.user, "passwordChanged")),
	]);
	flushOutbox(ctx);
}
