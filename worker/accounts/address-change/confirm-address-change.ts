import { and, eq, exists, gt, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { failure } from "../../platform/errors.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { isUniqueViolation } from "../../platform/storage/db.ts";
import { deleteInSteps } from "../../platform/storage/in-steps.ts";
import type { ConfirmedAddressChange } from "../contract.ts";
import { addressChanges, mailTokens, sessions } from "../tables.ts";
import { addressChangedMails } from "./mails.ts";
import { droppingChange, isReady, READY_CHANGE } from "./pending-change.ts";

/**
 * Applies a confirmed change exactly once: everything depends on the row that the batch deletes. Ends sessions,
 * except the one that requested the change. After `address.taken` nothing is pending.
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

async function byToken(ctx: Ctx, token: string) {
	const hash = await sha256(token);
	const { newTokenHash, oldTokenHash, expiresAt } = addressChanges;
	const pending = and(or(eq(newTokenHash, hash), eq(oldTokenHash, hash)), gt(expiresAt, ctx.now()));
	return { hash, pending };
}

/** The second confirmation applies the change. Only the new address's proven owner learns that it is taken by now. */
export async function confirmAddressChange(
	ctx: Ctx,
	{ token }: { token: string },
): Promise<ConfirmedAddressChange> {
	const { hash, pending } = await byToken(ctx, token);
	const now = ctx.now();
	const once = (column: SQL, tokenHash: SQL) =>
		sql`case when ${tokenHash} = ${hash} then coalesce(${column}, ${now}) else ${column} end`;
	const { newConfirmedAt, oldConfirmedAt, newTokenHash, oldTokenHash } = addressChanges;
	const [row] = await ctx.db
		.update(addressChanges)
		.set({
			newConfirmedAt: once(sql`${newConfirmedAt}`, sql`${newTokenHash}`),
			oldConfirmedAt: once(sql`${oldConfirmedAt}`, sql`${oldTokenHash}`),
		})
		.where(pending)
		.returning();
	if (!row) throw failure("token.not_found");
	if (isReady(row)) {
		await applyAddressChange(ctx, row.userId);
		return { done: true, waitsFor: null };
	}
	return { done: false, waitsFor: row.newConfirmedAt === null ? "new" : "old" };
}

export async function refuseAddressChange(ctx: Ctx, { token }: { token: string }): Promise<void> {
	const { pending } = await byToken(ctx, token);
	const [row] = await ctx.db
		.select({ userId: addressChanges.userId })
		.from(addressChanges)
		.where(pending);
	if (!row) throw failure("token.not_found");
	const isPending = exists(ctx.db.select({ one: sql`1` }).from(addressChanges).where(pending));
	await ctx.db.batch([
		recordOwnAct(ctx, row.userId, { act: "address.change_ended" }, isPending),
		ctx.db.delete(addressChanges).where(pending),
	]);
}

export async function cancelAddressChange(ctx: CreatorCtx): Promise<void> {
	const { id } = ctx.user;
	const exists = sql`exists (select 1 from address_changes where user_id = ${id})`;
	await ctx.db.batch([
		recordOwnAct(ctx, id, { act: "address.change_ended" }, exists),
		droppingChange(ctx, id),
	]);
}
