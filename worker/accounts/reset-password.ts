import { and, eq, inArray, sql } from "drizzle-orm";
import { recordOwnAct } from "../core/audit-log/record-act.ts";
import type { Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { failure } from "../platform/errors.ts";
import { queueMailWhen } from "../platform/mail/mail.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { consumeAttempt, resetAttempts } from "../platform/security/attempts.ts";
import { hashPassword } from "../platform/security/passwords.ts";
import { insertWhen } from "../platform/storage/insert-when.ts";
import { endingPrograms } from "./applications/end-access.ts";
import { clearUnverifiedAccount } from "./clear-unverified-account.ts";
import { isOtherDevice } from "./devices/devices.ts";
import { isValidToken, newMailToken } from "./mail-tokens.ts";
import { reclaimedMail, resetMail, securityMail } from "./mails.ts";
import { requireStrongPassword } from "./password-strength.ts";
import { mailLimits, passwordLimits } from "./sign-in-limits.ts";
import { addressChanges, devices, mailTokens, sessions } from "./tables.ts";

/** Runs the same statements for unknown addresses, so that neither response nor timing reveals accounts. */
export async function forgotPassword(ctx: Ctx, { email }: { email: string }): Promise<void> {
	await consumeAttempt(ctx, mailLimits(ctx, "reset", email));
	const { token, row } = await newMailToken(ctx, "reset-password");
	const isAccount = sql`${users.email} = ${email} and ${users.deletedAt} is null`;
	const [account] = await ctx.db.select({ locale: users.locale }).from(users).where(isAccount);
	const reader = { email, locale: account?.locale ?? ctx.locale };
	await ctx.db.batch([
		insertWhen(ctx.db, mailTokens, { ...row, userId: sql`${users.id}` }, isAccount, sql`${users}`),
		queueMailWhen(
			ctx,
			resetMail(ctx, reader, token),
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
	const valid = await isValidToken(ctx, "reset-password", token);
	const [owner] = await ctx.db
		.select({ id: users.id, email: users.email, locale: users.locale })
		.from(mailTokens)
		.innerJoin(users, eq(users.id, mailTokens.userId))
		.where(valid);
	if (!owner) throw failure("token.not_found");
	await requireStrongPassword(ctx, { password, email: owner.email });
	const wasUnproven = await clearUnverifiedAccount(ctx, owner.id);
	const others = await isOtherDevice(ctx, owner.id, deviceHash);
	const passwordHash = await hashPassword(password);
	const holder = ctx.db.select({ id: mailTokens.userId }).from(mailTokens).where(valid);
	const [, , changed] = await ctx.db.batch([
		queueMailWhen(
			ctx,
			// The link's holder has access to the mailbox.
			wasUnproven
				? reclaimedMail(ctx, { ...owner, locale: ctx.locale })
				: securityMail(ctx, { ...owner, emailVerified: true }, "passwordChanged"),
			sql`exists ${holder}`,
		),
		recordOwnAct(ctx, owner.id, { act: "password.reset" }, sql`exists ${holder}`),
		// Of two concurrent uses only one finds the token.
		ctx.db
			.update(users)
			.set({
				passwordHash,
				// The mailed link proves the address as well.
				emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${ctx.now()})`,
			})
			.where(inArray(users.id, holder))
			.returning({ id: users.id }),
		ctx.db.delete(sessions).where(inArray(sessions.userId, holder)),
		...endingPrograms(ctx, (userId) => inArray(userId, holder)),
		ctx.db.delete(devices).where(and(others, inArray(devices.userId, holder))),
		ctx.db.delete(addressChanges).where(inArray(addressChanges.userId, holder)),
		...ctx.handlers.onPasswordReset.flatMap((react) => react(ctx, owner, sql`exists ${holder}`)),
		ctx.db.delete(mailTokens).where(inArray(mailTokens.userId, holder)),
	]);
	if (changed.length === 0) throw failure("token.not_found");
	await resetAttempts(ctx, passwordLimits(ctx, owner.email).own);
	flushOutbox(ctx);
}
