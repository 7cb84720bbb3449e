import { eq, inArray, sql } from "drizzle-orm";
import type { CreatorCtx, Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { failure } from "../platform/errors.ts";
import { queueMail } from "../platform/mail/mail.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { consumeAttempt } from "../platform/security/attempts.ts";
import { namedBatch } from "../platform/storage/named-batch.ts";
import { findToken, issueToken, newToken } from "../platform/tokens/tokens.ts";
import { verificationMail } from "./mails.ts";
import { mailLimits } from "./sign-in-limits.ts";

export async function verifyEmail(ctx: Ctx, { token }: { token: string }): Promise<void> {
	const { subject, spend } = await findToken(ctx, TOKENS.verifyEmail, token);
	const [verified] = await ctx.db.batch([
		ctx.db
			.update(users)
			.set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${ctx.now()})` })
			.where(inArray(users.id, subject))
			.returning({ id: users.id }),
		spend,
	]);
	if (verified.length === 0) throw failure("token.not_found");
}

/** Does nothing if the address is confirmed. */
export async function resendVerification(ctx: CreatorCtx): Promise<void> {
	const { id, email } = ctx.user;
	const [row] = await ctx.db
		.select({ verifiedAt: users.emailVerifiedAt })
		.from(users)
		.where(eq(users.id, id));
	if (!row || row.verifiedAt !== null) return;
	await consumeAttempt(ctx, mailLimits(ctx, "verify", email));
	const { text, hash } = await newToken(ctx);
	const { mail } = await namedBatch(ctx.db, {
		token: issueToken(ctx, TOKENS.verifyEmail, { hash, subject: id, ownerId: id }),
		mail: queueMail(ctx, verificationMail(ctx, { ...ctx.user, token: text })),
	});
	flushOutbox(ctx);
	if (mail[0]?.withheldBy) throw failure("rate.limited", { reason: "account.mails_limited" });
}
