import { sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { queueMailWhen } from "../platform/mail/mail.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { consumeAttempt } from "../platform/security/attempts.ts";
import { newMailToken } from "./mail-tokens.ts";
import { resetMail } from "./mails.ts";
import { mailLimits } from "./sign-in-limits.ts";
import { mailTokens, users } from "./tables.ts";

/**
 * Sends the link by which a forgotten password is replaced, if there is such an account. The same
 * statements run either way, so neither answer nor time says whether there is.
 * Throws `rate.limited` for too many mails to one address or from one network.
 */
export async function forgotPassword(ctx: Ctx, { email }: { email: string }): Promise<void> {
	await consumeAttempt(ctx, mailLimits(ctx, "reset", email));
	const { token, row } = await newMailToken(ctx, "reset-password");
	const account = sql`${users} where ${users.email} = ${email} and ${users.deletedAt} is null`;
	await ctx.db.batch([
		// The columns stand in the table's order.
		ctx.db
			.insert(mailTokens)
			.select(
				sql`select ${row.tokenHash}, ${row.purpose}, ${users.id}, ${row.createdAt}, ${row.expiresAt} from ${account}`,
			),
		queueMailWhen(ctx, resetMail(ctx, email, token), sql`exists (select 1 from ${account})`),
	]);
	flushOutbox(ctx);
}
