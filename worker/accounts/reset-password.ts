import { eq, sql } from "drizzle-orm";
import { recordOwnAct } from "../core/audit-log/record-act.ts";
import type { Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { failure } from "../platform/errors.ts";
import { queueMail, queueMailWhen } from "../platform/mail/mail.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { consumeAttempt, resetAttempts } from "../platform/security/attempts.ts";
import { hashPassword } from "../platform/security/passwords.ts";
import { requireRow } from "../platform/storage/ending-batch.ts";
import { namedBatch } from "../platform/storage/named-batch.ts";
import { tokens } from "../platform/tokens/tables.ts";
import { deleteTokens, findToken, issueToken, newToken } from "../platform/tokens/tokens.ts";
import { endingPrograms } from "./applications/end-access.ts";
import { clearUnverifiedAccount } from "./clear-unverified-account.ts";
import { isOtherDevice } from "./devices/devices.ts";
import { reclaimedMail, resetMail, securityMail } from "./mails.ts";
import { requireStrongPassword } from "./password-strength.ts";
import { mailLimits, passwordLimits } from "./sign-in-limits.ts";
import { devices, sessions } from "./tables.ts";

/** Runs the same statements for unknown addresses, so that neither response nor timing reveals accounts. */
export async function forgotPassword(ctx: Ctx, { email }: { email: string }): Promise<void> {
	await consumeAttempt(ctx, mailLimits(ctx, "reset", email));
	const { text, hash } = await newToken(ctx);
	const isAccount = sql`${users.email} = ${email} and ${users.deletedAt} is null`;
	const [account] = await ctx.db.select({ locale: users.locale }).from(users).where(isAccount);
	const reader = { email, locale: account?.locale ?? ctx.locale };
	await ctx.db.batch([
		issueToken(
			ctx,
			TOKENS.resetPassword,
			{ hash, subject: sql`${users.id}`, ownerId: sql`${users.id}` },
			isAccount,
			sql`${users}`,
		),
		queueMailWhen(
			ctx,
			resetMail(ctx, { ...reader, token: text }),
			sql`exists (select 1 from ${users} where ${isAccount})`,
		),
	]);
	flushOutbox(ctx);
}

/**
 * A second factor is still required at sign-in. The link proves the address, so an account with an unconfirmed one is
 * cleared of a stranger's set-up first.
 */
export async function resetPassword(
	ctx: Ctx,
	{
		token,
		password,
		deviceHash = null,
	}: { token: string; password: string; deviceHash?: string | null },
): Promise<void> {
	const { open } = await findToken(ctx, TOKENS.resetPassword, token);
	const [owner] = await ctx.db
		.select({ id: users.id, email: users.email, locale: users.locale })
		.from(tokens)
		.innerJoin(users, eq(users.id, tokens.subject))
		.where(open);
	if (!owner) throw failure("token.not_found");
	const { id } = owner;
	await requireStrongPassword(ctx, { password, email: owner.email });
	const wasUnproven = await clearUnverifiedAccount(ctx, id);
	const others = await isOtherDevice(ctx, id, deviceHash);
	const passwordHash = await hashPassword(password);
	await namedBatch(ctx.db, {
		// Only one of two concurrent uses finds the token.
		open: requireRow(ctx, { table: tokens, where: open }, "token.not_found"),
		mail: queueMail(
			ctx,
			// The link's holder has access to the mailbox.
			wasUnproven
				? reclaimedMail(ctx, { ...owner, locale: ctx.locale })
				: securityMail(ctx, { ...owner, emailVerified: true, change: "passwordChanged" }),
		),
		act: recordOwnAct(ctx, id, { act: "password.reset" }),
		changed: ctx.db
			.update(users)
			.set({
				passwordHash,
				// The mailed link proves the address as well.
				emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${ctx.now()})`,
			})
			.where(eq(users.id, id)),
		sessions: ctx.db.delete(sessions).where(eq(sessions.userId, id)),
		programs: endingPrograms(ctx, (userId) => eq(userId, id)),
		devices: ctx.db.delete(devices).where(others),
		reactions: ctx.handlers.onPasswordReset.flatMap((react) => react(ctx, owner)),
		spent: deleteTokens(
			ctx,
			[TOKENS.changeAddress, TOKENS.verifyEmail, TOKENS.resetPassword],
			eq(tokens.ownerId, id),
		),
	});
	await resetAttempts(ctx, passwordLimits(ctx, owner.email).own);
	flushOutbox(ctx);
}
