import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { staleCreatorPages } from "../../core/stale-pages.ts";
import { payoutMethods } from "../tables.ts";

/** For an account to which the provider refuses to send money. */
export function refusedAccount(
	ctx: Ctx,
	{ creatorId, account }: { creatorId: string; account: string },
) {
	return [
		ctx.db
			.update(payoutMethods)
			.set({ chargesEnabled: false, updatedAt: ctx.now() })
			.where(and(eq(payoutMethods.userId, creatorId), eq(payoutMethods.stripeAccountId, account))),
		staleCreatorPages(ctx, creatorId),
	] as const;
}
