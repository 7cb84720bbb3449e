import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { mailTokens, recoveryCodes, sessions, users } from "./tables.ts";

/**
 * Takes away what is set up in an account whose address was never confirmed: somebody else may have
 * registered it. Sessions, the password, the second factor, recovery codes, names and open links go, then
 * the slices remove what is theirs. Called when the address's owner has come, before they get the
 * account; whoever was signed in is out first, so nothing is put back meanwhile. An account whose
 * address is confirmed stays as it is. Can be repeated, so what broke off is finished by asking again.
 * Answers whether there was anything to clear.
 */
export async function clearUnverifiedAccount(ctx: Ctx, userId: string): Promise<boolean> {
	const unproven = and(eq(users.id, userId), isNull(users.emailVerifiedAt));
	const holder = ctx.db.select({ id: users.id }).from(users).where(unproven);
	const [cleared] = await ctx.db.batch([
		ctx.db
			.update(users)
			.set({
				// No password has this hash.
				passwordHash: "cleared",
				firstName: null,
				lastName: null,
				displayName: null,
				totpSecret: null,
				totpConfirmedAt: null,
				totpLastStep: 0,
			})
			.where(unproven)
			.returning({ id: users.id }),
		ctx.db.delete(sessions).where(inArray(sessions.userId, holder)),
		ctx.db.delete(recoveryCodes).where(inArray(recoveryCodes.userId, holder)),
		// The link that proves the address still has to be used up.
		ctx.db
			.delete(mailTokens)
			.where(and(inArray(mailTokens.userId, holder), ne(mailTokens.purpose, "reset-password"))),
	]);
	if (cleared.length === 0) return false;
	for (const clear of ctx.handlers.onAccountReclaim) await clear(ctx, userId);
	return true;
}
