import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { CreatorCtx } from "../context.ts";
import type { TotpConfirmed, TotpSetup } from "../contract/accounts.ts";
import { failure } from "../platform/errors.ts";
import { queueMail, queueMailWhen } from "../platform/mail/mail.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { consumeAttempt, resetAttempts } from "../platform/security/attempts.ts";
import { decrypt, encrypt } from "../platform/security/encryption.ts";
import { insertWhen } from "../platform/storage/insert-when.ts";
import { confirmPassword } from "./confirm-password.ts";
import { securityMail } from "./mails.ts";
import { requireVerified } from "./require-verified.ts";
import { checkSecondFactor, recoveryHash, TOTP_PURPOSE } from "./second-factor.ts";
import { codeLimit } from "./sign-in-limits.ts";
import { recoveryCodes, users } from "./tables.ts";
import { newTotpSecret, totpStep, totpUri } from "./totp.ts";

const RECOVERY_CODES = 8;
// No letters that look like digits: 32 characters, so 5 bits each.
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

/** Ten characters (50 bits) in two groups, such as `k3m9x-7pq2d`. */
function newRecoveryCode(): string {
	const signs = [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => ALPHABET[byte % 32]);
	return `${signs.slice(0, 5).join("")}-${signs.slice(5).join("")}`;
}

/**
 * Begins setting up an authenticator app; sign-in requires no code until one has confirmed the app.
 * Throws `account.email_unverified`, `forbidden` for a wrong password, `account.totp_on` when one is
 * enabled.
 */
export async function setUpTotp(
	ctx: CreatorCtx,
	{ password }: { password: string },
): Promise<TotpSetup> {
	await requireVerified(ctx);
	const { id, email } = await confirmPassword(ctx, { password, field: "password" });
	const secret = newTotpSecret();
	const started = await ctx.db
		.update(users)
		.set({
			totpSecret: await encrypt(ctx.config.APP_SECRET, TOTP_PURPOSE, secret),
			totpLastStep: 0,
		})
		.where(and(eq(users.id, id), isNull(users.totpConfirmedAt)))
		.returning({ id: users.id });
	if (started.length === 0) throw failure("account.totp_on");
	return { secret, uri: totpUri(secret, ctx.config.APP_NAME, email) };
}

/**
 * Enables the authenticator app by its first code, and returns recovery codes, once.
 * Throws `account.totp_off` without a set-up, `account.totp_on` when it is on, `account.code_required`.
 */
export async function confirmTotp(
	ctx: CreatorCtx,
	{ code }: { code: string },
): Promise<TotpConfirmed> {
	const { id } = ctx.user;
	const limits = [codeLimit(ctx, id)];
	await consumeAttempt(ctx, limits);
	const [row] = await ctx.db
		.select({ encrypted: users.totpSecret, confirmedAt: users.totpConfirmedAt })
		.from(users)
		.where(eq(users.id, id));
	if (!row?.encrypted) throw failure("account.totp_off");
	if (row.confirmedAt !== null) throw failure("account.totp_on");
	const secret = await decrypt(ctx.config.APP_SECRET, TOTP_PURPOSE, row.encrypted);
	const step = totpStep(secret, code, ctx.now());
	if (step === null) throw wrongCode();
	const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
	const hashes = await Promise.all(codes.map((plain) => recoveryHash(ctx, id, plain)));
	const waiting = and(
		eq(users.id, id),
		eq(users.totpSecret, row.encrypted),
		isNull(users.totpConfirmedAt),
	);
	const isWaiting = sql`exists (select 1 from ${users} where ${waiting})`;
	// Statements that depend on the flag come before the one that sets it: of two concurrent confirmations
	// only one finds it off.
	const [, , confirmed] = await ctx.db.batch([
		insertWhen(
			ctx.db,
			recoveryCodes,
			{ codeHash: sql`value`, userId: id },
			isWaiting,
			sql`json_each(${JSON.stringify(hashes)})`,
		),
		queueMailWhen(ctx, securityMail(ctx, ctx.user, "totpOn"), isWaiting),
		ctx.db
			.update(users)
			.set({ totpConfirmedAt: ctx.now(), totpLastStep: step })
			.where(waiting)
			.returning({ id: users.id }),
	]);
	if (confirmed.length === 0) throw failure("account.totp_on");
	await resetAttempts(ctx, limits);
	flushOutbox(ctx);
	return { recoveryCodes: codes };
}

function wrongCode() {
	const message = "That code isn't right. Enter the current code from your authenticator app.";
	return failure("request.invalid", { message, fields: { code: message } });
}

/**
 * Disables the authenticator app by one of its codes or a recovery code. Throws `account.totp_off`,
 * `request.invalid`.
 */
export async function disableTotp(ctx: CreatorCtx, { code }: { code: string }): Promise<void> {
	const { id } = ctx.user;
	const [row] = await ctx.db
		.select()
		.from(users)
		.where(and(eq(users.id, id), isNotNull(users.totpConfirmedAt)));
	if (!row) throw failure("account.totp_off");
	if (!(await checkSecondFactor(ctx, row, code))) throw wrongCode();
	await ctx.db.batch([
		ctx.db.update(users).set({ totpSecret: null, totpConfirmedAt: null }).where(eq(users.id, id)),
		ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, id)),
		queueMail(ctx, securityMail(ctx, ctx.user, "totpOff")),
	]);
	flushOutbox(ctx);
}
