import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { recordOwnAct } from "../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { failure } from "../platform/errors.ts";
import { queueMail } from "../platform/mail/mail.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { consumeAttempt, resetAttempts } from "../platform/security/attempts.ts";
import { decrypt, encrypt } from "../platform/security/encryption.ts";
import { withFreshRow } from "../platform/storage/fresh-row.ts";
import { namedBatch } from "../platform/storage/named-batch.ts";
import { unlessSame } from "../platform/storage/revisions.ts";
import type { TotpConfirmed, TotpSetup } from "./contract.ts";
import { securityMail } from "./mails.ts";
import { deleteUnusedCodes, hasPasskeys, newRecoveryCodes } from "./recovery-codes.ts";
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

async function fetchOwnUser(ctx: CreatorCtx): Promise<typeof users.$inferSelect> {
	const [row] = await ctx.db.select().from(users).where(eq(users.id, ctx.user.id));
	if (!row) throw failure("auth.required");
	return row;
}

/** Returns recovery codes for the first second factor; otherwise the existing ones stay valid. */
export async function confirmTotp(
	ctx: CreatorCtx,
	{ code }: { code: string },
): Promise<TotpConfirmed> {
	const { id } = ctx.user;
	const limits = [codeLimit(ctx, id)];
	await consumeAttempt(ctx, limits);
	const recovery = await newRecoveryCodes(ctx, id);
	const { codes } = await withFreshRow(
		ctx,
		() => fetchOwnUser(ctx),
		async (row) => {
			if (!row.totpSecret) throw failure("account.totp_off");
			if (row.totpConfirmedAt !== null) throw failure("account.totp_on");
			const secret = await decrypt(ctx.config.APP_SECRET, TOTP_PURPOSE, row.totpSecret);
			const step = totpStep(secret, code, ctx.now());
			if (step === null) throw wrongCode();
			return {
				guard: unlessSame(ctx, users, row, ["totpSecret", "totpConfirmedAt"]),
				codes: recovery.issuing(sql`not ${hasPasskeys(id)}`),
				mail: queueMail(ctx, securityMail(ctx, { ...ctx.user, change: "totpOn" })),
				act: recordOwnAct(ctx, id, { act: "second_factor.on" }),
				proven: provingFactor(ctx),
				confirmed: ctx.db
					.update(users)
					.set({ totpConfirmedAt: ctx.now(), totpLastStep: step })
					.where(eq(users.id, id)),
				authorized: whileAuthorized(ctx),
			};
		},
	);
	await resetAttempts(ctx, limits);
	flushOutbox(ctx);
	return { recoveryCodes: codes.length > 0 ? recovery.codes : [] };
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
	await namedBatch(ctx.db, {
		disabled: ctx.db
			.update(users)
			.set({ totpSecret: null, totpConfirmedAt: null })
			.where(eq(users.id, id)),
		codes: deleteUnusedCodes(ctx, id),
		act: recordOwnAct(ctx, id, { act: "second_factor.off" }),
		mail: queueMail(ctx, securityMail(ctx, { ...ctx.user, change: "totpOff" })),
		authorized: whileAuthorized(ctx),
	});
	flushOutbox(ctx);
}
