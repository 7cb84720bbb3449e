import { and, eq, exists, isNull, lte, ne, sql } from "drizzle-orm";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { failure } from "../../platform/errors.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { isUniqueViolation } from "../../platform/storage/db.ts";
import { deleteInSteps } from "../../platform/storage/in-steps.ts";
import { addressChanges, mailTokens, sessions } from "../tables.ts";
import { addressChangedMails } from "./mails.ts";
import { READY_CHANGE } from "./pending-change.ts";

/**
 * Applies a confirmed change exactly once: everything depends on the row that the batch deletes. Ends every session
 * except the one that requested the change, and links mailed to the old address. Throws `address.taken`, after which
 * nothing is pending.
 */
export async function applyAddressChange(ctx: Ctx, userId: string): Promise<void> {
	const ready = and(eq(addressChanges.userId, userId), READY_CHANGE);
	const [found] = await ctx.db
		.select({ change: addressChanges, from: users.email, locale: users.locale })
		.from(addressChanges)
		.innerJoin(users, and(eq(users.id, addressChanges.userId), isNull(users.deletedAt)))
		.where(ready);
	if (!found) return;
	const { change, from, locale } = found;
	const still = and(ready, eq(addressChanges.newTokenHash, change.newTokenHash));
	const isStill = exists(ctx.db.select({ one: sql`1` }).from(addressChanges).where(still));
	const mails = addressChangedMails(ctx, { userId, from, to: change.email, locale });
	try {
		await ctx.db.batch([
			recordOwnAct(ctx, userId, { act: "address.changed" }, isStill),
			queueMailWhen(ctx, mails.toNew, isStill),
			queueMailWhen(ctx, mails.toOld, isStill),
			ctx.db
				.update(users)
				.set({ email: change.email, emailVerifiedAt: ctx.now() })
				.where(and(eq(users.id, userId), isStill)),
			...ctx.handlers.onAddressChange.map((note) => note(ctx, userId, isStill)),
			ctx.db
				.delete(sessions)
				.where(and(eq(sessions.userId, userId), ne(sessions.id, change.sessionId ?? ""), isStill)),
			ctx.db.delete(mailTokens).where(and(eq(mailTokens.userId, userId), isStill)),
			ctx.db.delete(addressChanges).where(still),
		]);
	} catch (error) {
		if (!isUniqueViolation(error)) throw error;
		await ctx.db.batch([
			recordOwnAct(ctx, userId, { act: "address.change_ended" }, isStill),
			ctx.db.delete(addressChanges).where(still),
		]);
		throw failure("address.taken", { cause: error });
	}
	flushOutbox(ctx);
}

export const pruneAccountAddressChanges = (ctx: Ctx): Promise<void> =>
	deleteInSteps(ctx, addressChanges, lte(addressChanges.expiresAt, ctx.now()));
