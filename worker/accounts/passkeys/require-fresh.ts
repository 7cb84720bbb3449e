import type { CreatorCtx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { confirmPassword } from "../confirm-password.ts";
import { hasSecondFactor } from "../second-factor.ts";
import { currentSession, FACTOR_FRESH_MS } from "../sessions.ts";

/** Returns until when (ms) this session needs no password; null if it needs one. */
export async function confirmedUntil(ctx: CreatorCtx, from: CreatorCtx["db"]) {
	const session = await currentSession(ctx, from);
	const until = (session?.secondFactorAt ?? 0) + FACTOR_FRESH_MS;
	return until > ctx.now() ? until : null;
}

/**
 * Requires a recent proof of the second factor or, without one, the password. The password is no substitute for a
 * factor: whoever knows it and has an open session must not add one of their own. Throws
 * `account.confirmation_required`, `forbidden`.
 */
export async function requireFreshConfirmation(
	ctx: CreatorCtx,
	{ password }: { password?: string | undefined },
): Promise<void> {
	if ((await confirmedUntil(ctx, ctx.db)) !== null) return;
	if (password === undefined || (await hasSecondFactor(ctx, ctx.user.id)))
		throw failure("account.confirmation_required");
	await confirmPassword(ctx, { password, field: "password" });
}
