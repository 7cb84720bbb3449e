import { PLANS, type Plan } from "../../contract/accounts/plans.ts";

export function currentPlan(
	user: { plan: "free" | "pro"; planEndsAt: number | null },
	now: number,
): Plan {
	const ended = user.planEndsAt !== null && user.planEndsAt <= now;
	return PLANS[ended ? "free" : user.plan];
}
