import { eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import type { PlanId } from "../contract/plans.ts";
import { users } from "./tables.ts";

/**
 * The statement that puts a creator on a plan, for the batch of the event that says so.
 * `endsAt` (ms) is when the plan paid for runs out, null while it renews.
 */
export function setPlan(ctx: Ctx, input: { userId: string; plan: PlanId; endsAt: number | null }) {
	return ctx.db
		.update(users)
		.set({ plan: input.plan, planEndsAt: input.endsAt })
		.where(eq(users.id, input.userId));
}
