import { eq } from "drizzle-orm";
import type * as z from "zod";
import type { Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { failure } from "../platform/errors.ts";
import { queueMail } from "../platform/mail/mail.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { repeatable } from "../platform/retrying.ts";
import { consumeAttempt } from "../platform/security/attempts.ts";
import { hashPassword } from "../platform/security/passwords.ts";
import { isUniqueViolation } from "../platform/storage/db.ts";
import { issueToken, newToken } from "../platform/tokens/tokens.ts";
import type { registerInput, User } from "./contract.ts";
import { type Browser, rememberingDevice } from "./devices/devices.ts";
import { verificationMail } from "./mails.ts";
import { cleanName } from "./names.ts";
import { requireStrongPassword } from "./password-strength.ts";
import { presentUser } from "./present.ts";
import { endCurrentSession, newSession } from "./sessions.ts";
import { registerLimits } from "./sign-in-limits.ts";

type Input = z.infer<typeof registerInput> & { browser: Browser };

/** Throws `account.exists`, `request.invalid` for a weak password, and `rate.limited`. */
export async function register(ctx: Ctx, input: Input): Promise<{ user: User; token: string }> {
	const { email, password, firstName, lastName, browser } = input;
	await requireStrongPassword(ctx, { password, email });
	await consumeAttempt(ctx, registerLimits(ctx, email));
	const row = {
		id: ctx.id(),
		email,
		passwordHash: await hashPassword(password),
		firstName: cleanName(firstName),
		lastName: cleanName(lastName),
		locale: ctx.locale,
		createdAt: ctx.now(),
	};
	const session = await newSession(ctx, { userId: row.id, userAgent: browser.userAgent });
	const remembering = await rememberingDevice(ctx, row.id, browser);
	const { text, hash } = await newToken(ctx);
	let user: typeof users.$inferSelect | undefined;
	try {
		const [rows] = await repeatable(() =>
			ctx.db.batch([
				ctx.db.insert(users).values(row).returning(),
				endCurrentSession(ctx),
				session.open,
				issueToken(ctx, TOKENS.verifyEmail, { hash, subject: row.id, ownerId: row.id }),
				queueMail(ctx, verificationMail(ctx, { ...row, token: text })),
				...remembering,
			]),
		);
		[user] = rows;
	} catch (error) {
		if (!isUniqueViolation(error)) throw error;
		// If the answer was lost, the conflicting account is this call's own.
		[user] = await ctx.db.select().from(users).where(eq(users.id, row.id));
		if (!user) throw failure("account.exists", { cause: error });
	}
	if (!user) throw failure("internal.error");
	flushOutbox(ctx);
	return { user: presentUser(user, ctx.now()), token: session.token };
}
