import { and, eq, lt } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { consumeAttempt, resetAttempts } from "../platform/security/attempts.ts";
import { mac } from "../platform/security/crypto.ts";
import { decrypt } from "../platform/security/encryption.ts";
import { codeLimit } from "./sign-in-limits.ts";
import { recoveryCodes, users } from "./tables.ts";
import { totpStep } from "./totp.ts";

export const TOTP_PURPOSE = "totp";

/** The stored form of a recovery code; spaces, dashes and case don't matter. */
export function recoveryHash(ctx: Ctx, userId: string, code: string): Promise<string> {
	const plain = code.toLowerCase().replace(/[^a-z0-9]/g, "");
	return mac(ctx.config.APP_SECRET, `recovery-code|${userId}|${plain}`);
}

async function consumeTotp(ctx: Ctx, userId: string, encrypted: string, code: string) {
	const secret = await decrypt(ctx.config.APP_SECRET, TOTP_PURPOSE, encrypted);
	const step = totpStep(secret, code, ctx.now());
	if (step === null) return false;
	// Conditional, so that of two concurrent uses of one code only one succeeds.
	const spent = await ctx.db
		.update(users)
		.set({ totpLastStep: step })
		.where(and(eq(users.id, userId), lt(users.totpLastStep, step)))
		.returning({ id: users.id });
	return spent.length > 0;
}

async function consumeRecoveryCode(ctx: Ctx, userId: string, code: string) {
	const spent = await ctx.db
		.delete(recoveryCodes)
		.where(eq(recoveryCodes.codeHash, await recoveryHash(ctx, userId, code)))
		.returning({ userId: recoveryCodes.userId });
	return spent.length > 0;
}

/**
 * Consumes a code of the authenticator app or a recovery code. Returns false for a wrong one, which
 * counts as an attempt. Throws `rate.limited` while the caller has to wait.
 */
export async function checkSecondFactor(
	ctx: Ctx,
	user: { id: string; totpSecret: string | null },
	code: string,
): Promise<boolean> {
	const limits = [codeLimit(ctx, user.id)];
	await consumeAttempt(ctx, limits);
	const digits = code.replaceAll(" ", "");
	const right =
		/^\d{6}$/.test(digits) && user.totpSecret
			? await consumeTotp(ctx, user.id, user.totpSecret, digits)
			: await consumeRecoveryCode(ctx, user.id, code);
	if (right) await resetAttempts(ctx, limits);
	return right;
}
