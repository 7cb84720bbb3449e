import { and, eq, ne } from "drizzle-orm";
import { recordOwnAct } from "../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { queueMail } from "../platform/mail/mail.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { hashPassword } from "../platform/security/passwords.ts";
import { namedBatch } from "../platform/storage/named-batch.ts";
import { tokens } from "../platform/tokens/tables.ts";
import { deleteTokens } from "../platform/tokens/tokens.ts";
import { endingPrograms } from "./applications/end-access.ts";
import { isOtherDevice } from "./devices/devices.ts";
import { securityMail } from "./mails.ts";
import { requireStrongPassword } from "./password-strength.ts";
import { confirmPassword, whileAuthorized } from "./requirements.ts";
import { devices, sessions } from "./tables.ts";

type Input = {
	currentPassword: string;
	password: string;
	endTokens?: boolean;
	deviceHash?: string | null;
};

/** Ends every other session and open reset link; with `endTokens` also programs' access. */
export async function changePassword(
	ctx: CreatorCtx,
	{ currentPassword, password, endTokens = false, deviceHash = null }: Input,
): Promise<void> {
	await requireStrongPassword(ctx, { password, email: ctx.user.email });
	const { id } = await confirmPassword(ctx, currentPassword, "currentPassword");
	const others = await isOtherDevice(ctx, id, deviceHash);
	const passwordHash = await hashPassword(password);
	await namedBatch(ctx.db, {
		changed: ctx.db.update(users).set({ passwordHash }).where(eq(users.id, id)),
		sessions: ctx.db
			.delete(sessions)
			.where(
				and(eq(sessions.userId, id), ne(sessions.tokenHash, ctx.credentials.sessionHash ?? "")),
			),
		devices: ctx.db.delete(devices).where(others),
		programs: endTokens ? endingPrograms(ctx, (userId) => eq(userId, id)) : [],
		// Someone else may have been in the account. While the address is unverified, its mailbox's owner takes
		// precedence over someone with the password.
		links: deleteTokens(
			ctx,
			[TOKENS.changeAddress, ...(ctx.user.emailVerified ? [TOKENS.resetPassword] : [])],
			eq(tokens.ownerId, id),
		),
		act: recordOwnAct(ctx, id, { act: "password.changed" }),
		mail: queueMail(ctx, securityMail(ctx, { ...ctx.user, change: "passwordChanged" })),
		authorized: whileAuthorized(ctx),
	});
	flushOutbox(ctx);
}
