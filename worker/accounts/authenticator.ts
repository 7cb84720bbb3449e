import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { recordOwnAct } from "../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { failure } from "../platform/errors.ts";
import { queueMail, queueMailWhen } from "../platform/mail/mail.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { consumeAttempt, resetAttempts } from "../platform/security/attempts.ts";
import { decrypt, encrypt } from "../platform/security/encryption.ts";
import type { TotpConfirmed, TotpSetup } from "./contract.ts";
import { securityMail } from "./mails.ts";
import { hasPasskeys, newRecoveryCodes, removingUnusedCodes } from "./recovery-codes.ts";
import { confirmPassword, requireVerified, whileAuthorized } from "./requirements.ts";
import {
	checkSecondFactor,
	newTotpSecret,
	TOTP_PURPOSE,
	totpStep,
	totpUri,
	wrongCode,
} from "./second-factor.ts";
import { provingFactor } from "./sessions.ts";
import { codeLimit } from "./sign-in-limits.ts";

/** Sign-in asks for no code until one has confirmed the app. */
export async function setUpTotp(
	ctx: CreatorCtx,
	{ password }: { password: string },
): Promise<TotpSetup> {
	await requireVerified(ctx);
	const { id, email } = await confirmPassword(ctx, password);
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

/** Returns recovery codes for the first second factor; otherwise the existing ones stay valid. */
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
	const recovery = await newRecoveryCodes(ctx, id);
	const waiting = and(
		eq(users.id, id),
		eq(users.totpSecret, row.encrypted),
		isNull(users.totpConfirmedAt),
	);
	const isWaiting = sql`exists (select 1 from ${users} where ${waiting})`;
	// Must precede the statement that sets the flag: of two concurrent confirmations only one finds it off.
	const [issued, , , , confirmed] = await ctx.db.batch([
		recovery.issuing(sql`${isWaiting} and not ${hasPasskeys(id)}`),
		queueMailWhen(ctx, securityMail(ctx, { ...ctx.user, change: "totpOn" }), isWaiting),
		recordOwnAct(ctx, id, { act: "second_factor.on" }, isWaiting),
		provingFactor(ctx),
		ctx.db
			.update(users)
			.set({ totpConfirmedAt: ctx.now(), totpLastStep: step })
			.where(waiting)
			.returning({ id: users.id }),
		whileAuthorized(ctx),
	]);
	if (confirmed.length === 0) throw failure("account.totp_on");
	await resetAttempts(ctx, limits);
	flushOutbox(ctx);
	return { recoveryCodes: issued.length > 0 ? recovery.codes : [] };
}

/** Throws `account.totp_off`, `request.invalid`. */
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
		removingUnusedCodes(ctx, id),
		recordOwnAct(ctx, id, { act: "second_factor.off" }),
		queueMail(ctx, securityMail(ctx, { ...ctx.user, change: "totpOff" })),
		whileAuthorized(ctx),
	]);
	flushOutbox(ctx);
}
