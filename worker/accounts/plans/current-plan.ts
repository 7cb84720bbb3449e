import { PLANS, type Plan } from "../../contract/accounts/plans.ts";

/** Returns the plan in force at `now` (ms): the paid one, until it ends. */
export function currentPlan(
	user: { plan: "free" | "pro"; planEndsAt: number | null },
	now: number,
): Plan {
	const ended = user.planEndsAt !== null && user.planEndsAt <= now;
	return PLANS[ended ? "free" : user.plan];
}
