import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Ctx } from "../core/context.ts";
import { staleCreatorPages } from "../core/stale-pages.ts";
import { users } from "../core/tables.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { tokens } from "../platform/tokens/tables.ts";
import { deleteTokens } from "../platform/tokens/tokens.ts";
import { endingPrograms } from "./applications/end-access.ts";
import { devices, passkeys, sessions } from "./tables.ts";

/**
 * Removes what a stranger may have set up before the address's proven owner gets the account. Sessions end first, so
 * nothing can be added in the meantime. Repeating it completes a failed run.
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
				thanks: null,
				locale: ctx.locale,
				totpSecret: null,
				totpConfirmedAt: null,
				totpLastStep: 0,
			})
			.where(unproven)
			.returning({ id: users.id, email: users.email }),
		ctx.db.delete(sessions).where(inArray(sessions.userId, holder)),
		...endingPrograms(ctx, (userId) => inArray(userId, holder)),
		ctx.db.delete(passkeys).where(inArray(passkeys.userId, holder)),
		ctx.db.delete(devices).where(inArray(devices.userId, holder)),
		// Not the link that proves the address, which is still needed.
		deleteTokens(
			ctx,
			[TOKENS.recoveryCode, TOKENS.changeAddress, TOKENS.verifyEmail],
			inArray(tokens.ownerId, holder),
		),
		staleCreatorPages(ctx, userId),
	]);
	const [user] = cleared;
	if (!user) return false;
	await ctx.handlers.reclaimAccount(ctx, user);
	return true;
}
