import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { Ctx } from "../context.ts";
import type { loginInput, User } from "../contract/accounts.ts";
import { failure } from "../platform/errors.ts";
import { repeatable } from "../platform/retrying.ts";
import {
	countingAttempt,
	keyedLimits,
	refundingAttempt,
	requireCounted,
	resettingAttempts,
} from "../platform/security/attempts.ts";
import { hashPassword, verifyPassword } from "../platform/security/passwords.ts";
import { isUniqueViolation } from "../platform/storage/db.ts";
import { presentUser } from "./present.ts";
import { checkSecondFactor } from "./second-factor.ts";
import { endCurrentSession, newSession } from "./sessions.ts";
import { passwordLimits } from "./sign-in-limits.ts";
import { users } from "./tables.ts";

type Input = z.infer<typeof loginInput> & { userAgent: string | null };

/**
 * Opens a new session for the right password (and code) and ends the one the browser came with. Unknown
 * address and wrong password take the same steps and throw the same `account.bad_credentials`. Throws
 * `account.code_required` when a code is needed, and `rate.limited` while the caller has to wait.
 */
export async function signIn(ctx: Ctx, input: Input): Promise<{ user: User; token: string }> {
	const { email, password, code, userAgent } = input;
	const { here, account, network } = passwordLimits(ctx, email);
	const own = await keyedLimits(ctx, [here, account]);
	const shared = await keyedLimits(ctx, [network]);
	const limits = [...own, ...shared];
	const [counted, [row]] = await ctx.db.batch([
		countingAttempt(ctx, limits),
		ctx.db
			.select()
			.from(users)
			.where(and(eq(users.email, email), isNull(users.deletedAt))),
	]);
	await requireCounted(ctx, limits, counted);
	const { matches, outdated } = await verifyPassword(row?.passwordHash ?? null, password);
	if (!row || !matches) throw failure("account.bad_credentials");
	if (row.totpConfirmedAt !== null) {
		if (!code) {
			await refundingAttempt(ctx, limits);
			throw failure("account.code_required");
		}
		if (!(await checkSecondFactor(ctx, row, code)))
			throw failure("account.code_required", { reason: "account.code_wrong" });
	}
	const session = await newSession(ctx, { userId: row.id, userAgent });
	const renewed = outdated ? await hashPassword(password) : row.passwordHash;
	const statements = [
		endCurrentSession(ctx),
		session.open,
		resettingAttempts(ctx, own),
		refundingAttempt(ctx, shared),
		ctx.db
			.update(users)
			.set({ passwordHash: renewed })
			.where(and(eq(users.id, row.id), eq(users.passwordHash, row.passwordHash))),
	] as const;
	await repeatable(() => ctx.db.batch(statements)).catch((error: unknown) => {
		// Its token is new, so only this batch can have written the session, and its answer was lost.
		if (!isUniqueViolation(error)) throw error;
	});
	return { user: presentUser(row, ctx.now()), token: session.token };
}
