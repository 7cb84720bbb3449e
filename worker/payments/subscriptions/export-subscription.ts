import { eq } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { subscriptions } from "./tables.ts";

export async function exportSubscription(ctx: Ctx, userId: string) {
	const [row] = await ctx.db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
	if (!row) return null;
	const { customerId, subscriptionId, status, currentPeriodEnd, cancelAtPeriodEnd } = row;
	return {
		customerId,
		subscriptionId,
		status,
		cancelAtPeriodEnd,
		currentPeriodEnd: currentPeriodEnd === null ? null : new Date(currentPeriodEnd).toISOString(),
	};
}
