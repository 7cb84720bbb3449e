import { eq } from "drizzle-orm";
import type { BuyersChoice } from "../catalogue/shares/contract/shares.ts";
import { recordOwnAct } from "../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../core/context.ts";
import { staleCreatorPages } from "../core/stale-pages.ts";
import { users } from "../core/tables.ts";
import { confirmPassword } from "./requirements.ts";

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
	const erasing = await ctx.handlers.eraseAccount(ctx, { id, email });
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
		...erasing,
		staleCreatorPages(ctx, id),
	]);
}
