import { eq } from "drizzle-orm";
import type { BuyersChoice } from "../catalogue/shares/contract/shares.ts";
import { recordOwnAct } from "../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../core/context.ts";
import { staleCreatorPages } from "../core/stale-pages.ts";
import { users } from "../core/tables.ts";
import { deleteMails } from "../platform/mail/outbox.ts";
import { tokens } from "../platform/tokens/tables.ts";
import { deleteAddressMails } from "./address-change/mails.ts";
import { endingPrograms } from "./applications/end-access.ts";
import { confirmPassword } from "./requirements.ts";
import { applications, devices, passkeys, sessions } from "./tables.ts";

/**
 * The row stays, since sales refer to it, and keeps that the address was verified: buyers are notified on the
 * account's behalf. Repeating it completes a failed deletion.
 */
export async function deleteAccount(
	ctx: CreatorCtx,
	{ password, buyers = "keep" }: { password: string; buyers?: BuyersChoice | undefined },
): Promise<void> {
	const { id, email } = await confirmPassword(ctx, password);
	for (const settle of ctx.handlers.beforeAccountDelete) await settle(ctx, id, { buyers });
	for (const remove of ctx.handlers.onAccountDelete) await remove(ctx, id);
	await ctx.db.batch([
		recordOwnAct(ctx, id, { act: "creator.deleted" }),
		ctx.db
			.update(users)
			.set({
				email: `deleted-${id}@deleted.invalid`,
				passwordHash: "deleted",
				firstName: null,
				lastName: null,
				displayName: null,
				thanks: null,
				locale: "en",
				totpSecret: null,
				totpConfirmedAt: null,
				plan: "free",
				planEndsAt: null,
				deletedAt: ctx.now(),
			})
			.where(eq(users.id, id)),
		ctx.db.delete(sessions).where(eq(sessions.userId, id)),
		...endingPrograms(ctx, (userId) => eq(userId, id)),
		// Deletes their access to other accounts, too.
		ctx.db.delete(applications).where(eq(applications.creatorId, id)),
		ctx.db.delete(tokens).where(eq(tokens.ownerId, id)),
		ctx.db.delete(passkeys).where(eq(passkeys.userId, id)),
		ctx.db.delete(devices).where(eq(devices.userId, id)),
		// Keeps mails to the same address as a buyer's: the mailbox may be someone else's.
		deleteMails(ctx, email, "creator"),
		...deleteAddressMails(ctx, id),
		staleCreatorPages(ctx, id),
	]);
}
