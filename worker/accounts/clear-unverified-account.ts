import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Ctx } from "../core/context.ts";
import { staleCreatorPages } from "../core/stale-pages.ts";
import { users } from "../core/tables.ts";
import { endingPrograms } from "./applications/end-access.ts";
import {
	addressChanges,
	devices,
	mailTokens,
	passkeys,
	recoveryCodes,
	sessions,
} from "./tables.ts";

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
			.returning({ id: users.id }),
		ctx.db.delete(sessions).where(inArray(sessions.userId, holder)),
		...endingPrograms(ctx, (userId) => inArray(userId, holder)),
		ctx.db.delete(recoveryCodes).where(inArray(recoveryCodes.userId, holder)),
		ctx.db.delete(passkeys).where(inArray(passkeys.userId, holder)),
		ctx.db.delete(devices).where(inArray(devices.userId, holder)),
		ctx.db.delete(addressChanges).where(inArray(addressChanges.userId, holder)),
		// The link that proves the address is still needed.
		ctx.db
			.delete(mailTokens)
			.where(and(inArray(mailTokens.userId, holder), ne(mailTokens.purpose, "reset-password"))),
		staleCreatorPages(ctx, userId),
	]);
	if (cleared.length === 0) return false;
	// Concurrent, so that the rooms' waits don't add up; each finishes even if another fails.
	const results = await Promise.allSettled(
		ctx.handlers.onAccountReclaim.map((clear) => clear(ctx, userId)),
	);
	for (const result of results) if (result.status === "rejected") throw result.reason;
	return true;
}
