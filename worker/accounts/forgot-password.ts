import { sql } from "drizzle-orm";
import type { Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { queueMailWhen } from "../platform/mail/mail.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { consumeAttempt } from "../platform/security/attempts.ts";
import { insertWhen } from "../platform/storage/insert-when.ts";
import { newMailToken } from "./mail-tokens.ts";
import { resetMail } from "./mails.ts";
import { mailLimits } from "./sign-in-limits.ts";
import { mailTokens } from "./tables.ts";

/**
 * Runs the same statements for unknown addresses, so that neither response nor timing reveals accounts. Throws
 * `rate.limited`.
 */
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
