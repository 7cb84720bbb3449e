import { createHmac } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { invalidField } from "../platform/http/validation.ts";
import { consumeAttempt, resetAttempts } from "../platform/security/attempts.ts";
import { constantTimeEqual } from "../platform/security/crypto.ts";
import { decrypt } from "../platform/security/encryption.ts";
import { hasApp, hasPasskeys, spendRecoveryCode } from "./recovery-codes.ts";
import { codeLimit } from "./sign-in-limits.ts";

const PERIOD_S = 30;
const DIGITS = 6;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** 160 bits in base32. */
export function newTotpSecret(): string {
	const random = crypto.getRandomValues(new Uint8Array(32));
	return Array.from(random, (byte) => BASE32[byte % 32]).join("");
}

/** The defaults of apps: SHA-1, six digits, 30 s. https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function totpUri(secret: string, issuer: string, label: string): string {
	const [name, account] = [encodeURIComponent(issuer), encodeURIComponent(label)];
	return `otpauth://totp/${name}:${account}?issuer=${name}&secret=${secret}&algorithm=SHA1&digits=${DIGITS}&period=${PERIOD_S}`;
}

function keyOf(secret: string): Uint8Array {
	const bits = Array.from(secret, (sign) => BASE32.indexOf(sign).toString(2).padStart(5, "0"));
	return Uint8Array.from(bits.join("").match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

/** https://www.rfc-editor.org/rfc/rfc4226#section-5.3 */
function codeAt(step: number, key: Uint8Array): string {
	const counter = new DataView(new ArrayBuffer(8));
	counter.setBigUint64(0, BigInt(step));
	const hash = createHmac("sha1", key).update(counter).digest();
	const truncated = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
	return String(truncated % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** Returns the time step of `code`, or null; accepts one step (30 s) early or late. */
export function totpStep(secret: string, code: string, now: number): number | null {
	const current = Math.floor(now / 1000 / PERIOD_S);
	const key = keyOf(secret);
	const steps = [current, current - 1, current + 1];
	return steps.find((step) => step >= 0 && constantTimeEqual(codeAt(step, key), code)) ?? null;
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
