import { and, eq, lt, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import type { Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { invalidField } from "../platform/http/validation.ts";
import { consumeAttempt, resetAttempts } from "../platform/security/attempts.ts";
import { decrypt } from "../platform/security/encryption.ts";
import { hasApp, hasPasskeys, spendRecoveryCode } from "./recovery-codes.ts";
import { codeLimit } from "./sign-in-limits.ts";

const PERIOD_S = 30;

export function newTotpSecret(): string {
	return new Secret({ size: 20 }).base32;
}

function totpOf(secret: string, issuer = "", label = ""): TOTP {
	return new TOTP({ issuer, label, secret, period: PERIOD_S, digits: 6, algorithm: "SHA1" });
}

export function totpUri(secret: string, issuer: string, label: string): string {
	return totpOf(secret, issuer, label).toString();
}

/** Returns the time step of `code`, or null; accepts one step (30 s) early or late. */
export function totpStep(secret: string, code: string, now: number): number | null {
	const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
	return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta;
}

export const TOTP_PURPOSE = "totp";

async function consumeTotp(ctx: Ctx, userId: string, encrypted: string, code: string) {
	const secret = await decrypt(ctx.config.APP_SECRET, TOTP_PURPOSE, encrypted);
	const step = totpStep(secret, code, ctx.now());
	if (step === null) return false;
	// Only one of two concurrent uses of a code succeeds.
	const spent = await ctx.db
		.update(users)
		.set({ totpLastStep: step })
		.where(and(eq(users.id, userId), lt(users.totpLastStep, step)))
		.returning({ id: users.id });
	return spent.length > 0;
}

/** Returns false for a wrong code. Throws `rate.limited` while the caller has to wait. */
export async function checkSecondFactor(
	ctx: Ctx,
	user: Pick<typeof users.$inferSelect, "id" | "totpSecret" | "totpConfirmedAt">,
	code: string,
): Promise<boolean> {
	const limits = [codeLimit(ctx, user.id)];
	await consumeAttempt(ctx, limits);
	const digits = code.replaceAll(" ", "");
	const right =
		// An unconfirmed set-up is not a factor.
		/^\d{6}$/.test(digits) && user.totpSecret && user.totpConfirmedAt !== null
			? await consumeTotp(ctx, user.id, user.totpSecret, digits)
			: await spendRecoveryCode(ctx, user.id, code);
	if (right) await resetAttempts(ctx, limits);
	return right;
}

export function wrongCode() {
	return invalidField(
		"code",
		"That code isn't right. Enter the current code from your authenticator app.",
	);
}

export async function hasSecondFactor({ db }: Ctx, userId: string): Promise<boolean> {
	const [row] = await db
		.select({ has: sql<number>`${hasApp(userId)} or ${hasPasskeys(userId)}` })
		.from(users)
		.where(eq(users.id, userId));
	return row?.has === 1;
}
