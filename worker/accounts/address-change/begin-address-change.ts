import { eq, sql } from "drizzle-orm";
import type * as z from "zod";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { failure } from "../../platform/errors.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { queueMailWhen, wasQueued } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { consumeAttempt } from "../../platform/security/attempts.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import type { AddressChange, changeAddressInput } from "../contract.ts";
import { confirmedUntil, confirmPassword, whileAuthorized } from "../requirements.ts";
import { hasSecondFactor } from "../second-factor.ts";
import { mailLimits } from "../sign-in-limits.ts";
import { addressChanges, sessions } from "../tables.ts";
import { addressTakenMail, confirmNewAddressMail, confirmOldAddressMail } from "./mails.ts";
import { presentChange } from "./pending-change.ts";

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
	const now = ctx.now();
	// An address that was never confirmed may be someone else's, so it has no say.
	const asksOld = user.emailVerifiedAt !== null;
	const [newToken, oldToken] = [ctx.id(32), ctx.id(32)];
	const row = {
		userId: id,
		email,
		newTokenHash: await sha256(newToken),
		oldTokenHash: asksOld ? await sha256(oldToken) : null,
		newConfirmedAt: null,
		oldConfirmedAt: null,
		sessionId: sql`(select ${sessions.id} from ${sessions}
			where ${eq(sessions.tokenHash, ctx.credentials.sessionHash ?? "")})`,
		createdAt: now,
		expiresAt: now + RETENTION.addressChangeDays * DAY_MS,
	};
	const [taken] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email));
	const reader = { email, locale: user.locale };
	const change = { userId: id, from: user.email, to: email, locale: user.locale };
	const oldMailId = ctx.id();
	// Without the mail, the old address's owner couldn't object.
	const mayBegin = asksOld ? wasQueued(oldMailId) : sql`true`;
	const [, begun] = await ctx.db.batch([
		queueMailWhen(
			ctx,
			confirmOldAddressMail(ctx, change, oldToken),
			asksOld ? sql`true` : sql`false`,
			oldMailId,
		),
		insertWhen(ctx.db, addressChanges, row, mayBegin)
			.onConflictDoUpdate({ target: addressChanges.userId, set: row })
			.returning({ userId: addressChanges.userId }),
		recordOwnAct(ctx, id, { act: "address.change_begun" }, mayBegin),
		queueMailWhen(
			ctx,
			taken
				? addressTakenMail(ctx, reader)
				: confirmNewAddressMail(ctx, { ...reader, userId: id }, newToken),
			mayBegin,
		),
		whileAuthorized(ctx),
	]);
	if (begun.length === 0) throw failure("rate.limited", { reason: "account.mails_limited" });
	flushOutbox(ctx);
	return presentChange(row);
}
