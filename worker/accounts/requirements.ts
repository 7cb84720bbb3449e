import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { CreatorCtx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { failure } from "../platform/errors.ts";
import { consumeAttempt, refundAttempt, resetAttempts } from "../platform/security/attempts.ts";
import { verifyPassword } from "../platform/security/passwords.ts";
import { endBatchUnless } from "../platform/storage/ending-batch.ts";
import { tokenOwner } from "./access-tokens/admit-token.ts";
import { hasSecondFactor } from "./second-factor.ts";
import { currentSession, FACTOR_FRESH_MS, sessionOwner } from "./sessions.ts";
import { passwordLimits } from "./sign-in-limits.ts";

/** For actions whose results must not survive a takeover by the address's real owner. */
export async function requireVerified(ctx: CreatorCtx): Promise<void> {
	const [verified] = await ctx.db
		.select({ id: users.id })
		.from(users)
		.where(and(eq(users.id, ctx.user.id), isNotNull(users.emailVerifiedAt)));
	if (!verified) throw failure("account.email_unverified");
}

/** Guesses count like those at sign-in. */
export async function confirmPassword(
	ctx: CreatorCtx,
	password: string,
	field: "password" | "currentPassword" = "password",
): Promise<typeof users.$inferSelect> {
	const { own, shared } = passwordLimits(ctx, ctx.user.email);
	await consumeAttempt(ctx, [...own, ...shared]);
	const [row] = await ctx.db
		.select()
		.from(users)
		.where(and(eq(users.id, ctx.user.id), isNull(users.deletedAt)));
	const { matches } = await verifyPassword(row?.passwordHash ?? null, password);
	if (!row || !matches) {
		const message = "The password isn't right.";
		throw failure("forbidden", { message, fields: { [field]: message } });
	}
	await resetAttempts(ctx, own);
	await refundAttempt(ctx, shared);
	return row;
}

/** Returns until when (ms) this session needs no password; null if it needs one. */
export async function confirmedUntil(ctx: CreatorCtx, from: CreatorCtx["db"]) {
	const session = await currentSession(ctx, from);
	const until = (session?.secondFactorAt ?? 0) + FACTOR_FRESH_MS;
	return until > ctx.now() ? until : null;
}

/**
 * The password can't replace a second factor: someone who knows it and has an open session must not add their own.
 */
export async function requireFreshConfirmation(
	ctx: CreatorCtx,
	password: string | undefined,
): Promise<void> {
	if ((await confirmedUntil(ctx, ctx.db)) !== null) return;
	if (password === undefined || (await hasSecondFactor(ctx, ctx.user.id)))
		throw failure("account.confirmation_required");
	await confirmPassword(ctx, password);
}

/** Aborts the batch if the session or token has ended: nothing set up during a password reset may outlive it. */
export function whileAuthorized(ctx: CreatorCtx) {
	const { id } = ctx.user;
	const { tokenHash } = ctx.credentials;
	const own = { table: users, where: eq(users.id, id) };
	return tokenHash
		? endBatchUnless(ctx, own, sql`${tokenOwner(ctx, tokenHash)} = ${id}`, "access_token.invalid")
		: endBatchUnless(ctx, own, sql`${sessionOwner(ctx)} = ${id}`, "auth.required");
}
