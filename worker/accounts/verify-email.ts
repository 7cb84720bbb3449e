import { eq, inArray, sql } from "drizzle-orm";
import type { CreatorCtx, Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { failure } from "../platform/errors.ts";
import { queueMail } from "../platform/mail/mail.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { consumeAttempt } from "../platform/security/attempts.ts";
import { isValidToken, newMailToken } from "./mail-tokens.ts";
import { verificationMail } from "./mails.ts";
import { mailLimits } from "./sign-in-limits.ts";
import { mailTokens } from "./tables.ts";

export async function verifyEmail(ctx: Ctx, { token }: { token: string }): Promise<void> {
	const valid = await isValidToken(ctx, "verify-email", token);
	const holder = ctx.db.select({ id: mailTokens.userId }).from(mailTokens).where(valid);
	const [verified] = await ctx.db.batch([
		ctx.db
			.update(users)
			.set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${ctx.now()})` })
			.where(inArray(users.id, holder))
			.returning({ id: users.id }),
		ctx.db.delete(mailTokens).where(valid),
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
	const verification = await newMailToken(ctx, "verify-email");
	const [, [queued]] = await ctx.db.batch([
		ctx.db.insert(mailTokens).values({ ...verification.row, userId: id }),
		queueMail(ctx, verificationMail(ctx, ctx.user, verification.token)),
	]);
	flushOutbox(ctx);
	if (queued?.withheldBy) throw failure("rate.limited", { reason: "account.mails_limited" });
}
