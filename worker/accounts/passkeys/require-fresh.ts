import type { CreatorCtx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { confirmPassword } from "../confirm-password.ts";
import { hasSecondFactor } from "../second-factor.ts";
import { currentSession, FACTOR_FRESH_MS } from "../sessions.ts";

/** Until when this session needs no password to change passkeys (ms); null if it needs one. */
export async function confirmedUntil(ctx: CreatorCtx, from: CreatorCtx["db"]) {
	const session = await currentSession(ctx, from);
	const until = (session?.secondFactorAt ?? 0) + FACTOR_FRESH_MS;
	return until > ctx.now() ? until : null;
}

/**
 * Requires a second factor proven in this session a moment ago or, if the account has none yet, the password. The
 * password is no substitute for an existing factor: someone who knows it and has an open session must not get a
 * second factor of their own. Throws `account.confirmation_required`, `forbidden` for a wrong password.
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
