import { and, eq, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { failure } from "../../platform/errors.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { queueMailWhen, wasQueued } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { consumeAttempt } from "../../platform/security/attempts.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { tokens } from "../../platform/tokens/tables.ts";
import { deleteTokens, issueToken, newToken } from "../../platform/tokens/tokens.ts";
import type { AddressChange, changeAddressInput } from "../contract.ts";
import { confirmedUntil, confirmPassword, whileAuthorized } from "../requirements.ts";
import { hasSecondFactor } from "../second-factor.ts";
import { mailLimits } from "../sign-in-limits.ts";
import { addressTakenMail, confirmNewAddressMail, confirmOldAddressMail } from "./mails.ts";

/**
 * Mails a link to the new address, to prove its ownership, and one to the old address, whose owner may object. The
 * response doesn't reveal whether the new address has an account; its mailbox is notified instead.
 */
export async function beginAddressChange(
	ctx: CreatorCtx,
	{ email, password }: z.output<typeof changeAddressInput>,
): Promise<AddressChange> {
	const { id } = ctx.user;
	if ((await hasSecondFactor(ctx, id)) && (await confirmedUntil(ctx, ctx.db)) === null)
		throw failure("account.confirmation_required");
	const user = await confirmPassword(ctx, password);
	if (email === user.email) throw invalidField("email", "This is already your address.");
	await consumeAttempt(ctx, mailLimits(ctx, "change-address", email));
	// An address that was never confirmed may be someone else's, so it has no say.
	const asksOld = user.emailVerifiedAt !== null;
	const [toNew, toOld] = [await newToken(ctx), await newToken(ctx)];
	const link = (mailedTo: "new" | "old", { hash }: { hash: string }, condition: SQL) =>
		issueToken(
			ctx,
			TOKENS.changeAddress,
			{
				hash,
				subject: id,
				ownerId: id,
				payload: { email, mailedTo, sessionHash: ctx.credentials.sessionHash },
			},
			condition,
		);
	const [taken] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email));
	const reader = { email, locale: user.locale };
	const oldMailId = ctx.id();
	// Without the mail, the old address's owner couldn't object.
	const isAsked = wasQueued(oldMailId);
	const mayBegin = asksOld ? isAsked : sql`true`;
	const { begun } = await namedBatch(ctx.db, {
		oldMail: queueMailWhen(
			ctx,
			confirmOldAddressMail(ctx, { ...user, newEmail: email, token: toOld.text }),
			asksOld ? sql`true` : sql`false`,
			oldMailId,
		),
		replaced: deleteTokens(ctx, [TOKENS.changeAddress], and(eq(tokens.ownerId, id), mayBegin)),
		begun: link("new", toNew, mayBegin),
		oldLink: link("old", toOld, isAsked),
		act: recordOwnAct(ctx, id, { act: "address.change_begun" }, mayBegin),
		newMail: queueMailWhen(
			ctx,
			taken
				? addressTakenMail(ctx, reader)
				: confirmNewAddressMail(ctx, { ...reader, userId: id, token: toNew.text }),
			mayBegin,
		),
		authorized: whileAuthorized(ctx),
	});
	if (begun.length === 0) throw failure("rate.limited", { reason: "account.mails_limited" });
	flushOutbox(ctx);
	return {
		email,
		newConfirmed: false,
		oldConfirmed: !asksOld,
		expiresAt: new Date(ctx.now() + TOKENS.changeAddress.lifeMs).toISOString(),
	};
}
