import { eq } from "drizzle-orm";
import { PLANS, type Plan, type PlanId } from "../../contract/plans.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";

export function currentPlan(
	user: { plan: "free" | "pro"; planEndsAt: number | null },
	now: number,
): Plan {
	const ended = user.planEndsAt !== null && user.planEndsAt <= now;
	return PLANS[ended ? "free" : user.plan];
}

/** `endsAt` in ms, null while the plan renews. */
export function setPlan(ctx: Ctx, input: { userId: string; plan: PlanId; endsAt: number | null }) {
	return ctx.db
		.update(users)
		.set({ plan: input.plan, planEndsAt: input.endsAt })
		.where(eq(users.id, input.userId));
}
