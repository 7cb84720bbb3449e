import { eq } from "drizzle-orm";
import type { PlanId } from "../contract/accounts/plans.ts";
import type { Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";

/**
 * Sets a creator's plan, in the batch of the event that causes it. `endsAt` (ms) is when the paid plan ends, null
 * while it renews.
 */
export function setPlan(ctx: Ctx, input: { userId: string; plan: PlanId; endsAt: number | null }) {
	return ctx.db
		.update(users)
		.set({ plan: input.plan, planEndsAt: input.endsAt })
		.where(eq(users.id, input.userId));
}
