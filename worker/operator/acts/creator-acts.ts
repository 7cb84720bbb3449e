import { and, eq, exists, isNull, sql } from "drizzle-orm";
import { applyAddressChange } from "../../accounts/address-change/apply-address-change.ts";
import { droppingChange, waitsForOld } from "../../accounts/address-change/pending-change.ts";
import { securityMail } from "../../accounts/mails.ts";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { presentUser } from "../../accounts/present.ts";
import { addressChanges, passkeys, recoveryCodes, sessions } from "../../accounts/tables.ts";
import { recordOperatorAct } from "../../core/audit-log/record-act.ts";
import { users } from "../../core/tables.ts";
import { failure } from "../../platform/errors.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";

type Reasoned = { creatorId: string; reason: string };

async function findCreator(ctx: OperatorCtx, id: string) {
	const [row] = await ctx.db
		.select()
		.from(users)
		.where(and(eq(users.id, id), isNull(users.deletedAt)));
	if (!row) throw failure("creator.not_found");
	// Operators can't reset each other in the console, so that one stolen account opens no second one.
	if (ctx.config.OPERATORS.includes(row.email.toLowerCase())) throw failure("forbidden");
	return row;
}

/** Ends all sessions of a creator. Throws `creator.not_found`, `forbidden` for operators. */
export async function endSessionsOf(
	ctx: OperatorCtx,
	{ creatorId, reason }: Reasoned,
): Promise<void> {
	await findCreator(ctx, creatorId);
	await ctx.db.batch([
		recordOperatorAct(ctx, {
			act: "session.ended",
			creatorId,
			subjectId: creatorId,
			details: { reason },
		}),
		ctx.db.delete(sessions).where(eq(sessions.userId, creatorId)),
	]);
}

/**
 * Removes the second factors, including passkeys, of a creator who has lost them and has proven their identity in
 * another way; all sessions end, and a mail reports it. Throws `creator.not_found`, `forbidden` for operators.
 */
export async function resetSecondFactor(
	ctx: OperatorCtx,
	{ creatorId, reason }: Reasoned,
): Promise<void> {
	const row = await findCreator(ctx, creatorId);
	await ctx.db.batch([
		recordOperatorAct(ctx, {
			act: "second_factor.off",
			creatorId,
			subjectId: creatorId,
			details: { reason },
		}),
		ctx.db
			.update(users)
			.set({ totpSecret: null, totpConfirmedAt: null })
			.where(eq(users.id, creatorId)),
		ctx.db.delete(passkeys).where(eq(passkeys.userId, creatorId)),
		ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, creatorId)),
		droppingChange(ctx, creatorId),
		ctx.db.delete(sessions).where(eq(sessions.userId, creatorId)),
		queueMail(ctx, securityMail(ctx, presentUser(row, ctx.now()), "totpOff")),
	]);
	flushOutbox(ctx);
}

/**
 * Agrees to a creator's change of address in place of the old address, whose mailbox is lost; the new address must be
 * confirmed. Throws `creator.not_found`, `forbidden` for operators, `operator.nothing_to_do` if no change to it is
 * pending, `address.taken`.
 */
export async function agreeToAddress(
	ctx: OperatorCtx,
	{ creatorId, email, reason }: Reasoned & { email: string },
): Promise<void> {
	await findCreator(ctx, creatorId);
	// Another change may have been begun since the operator saw the page.
	const waits = and(waitsForOld(ctx, creatorId), eq(addressChanges.email, email));
	const isWaiting = exists(ctx.db.select({ one: sql`1` }).from(addressChanges).where(waits));
	const [, agreed] = await ctx.db.batch([
		recordOperatorAct(
			ctx,
			{ act: "address.change_agreed", creatorId, subjectId: creatorId, details: { reason } },
			isWaiting,
		),
		ctx.db
			.update(addressChanges)
			.set({ oldConfirmedAt: ctx.now() })
			.where(waits)
			.returning({ userId: addressChanges.userId }),
	]);
	if (agreed.length === 0) throw failure("operator.nothing_to_do");
	await applyAddressChange(ctx, creatorId);
}
