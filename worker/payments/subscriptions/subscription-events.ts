import { sql } from "drizzle-orm";
import type { PlanId } from "../../contract/accounts/plans.ts";
import type { Ctx } from "../../core/context.ts";
import { recordEvents } from "../../core/webhook-events/record-events.ts";
import type { subscriptions } from "./tables.ts";

type After = Pick<
	typeof subscriptions.$inferSelect,
	"subscriptionId" | "status" | "currentPeriodEnd" | "cancelAtPeriodEnd"
>;

/** Announces a change that the next statement records, unless it is known already. */
export function subscriptionEvent(ctx: Ctx, userId: string, after: After, plan: PlanId) {
	const { subscriptionId, status, currentPeriodEnd, cancelAtPeriodEnd } = after;
	const end = currentPeriodEnd === null ? null : new Date(currentPeriodEnd).toISOString();
	return recordEvents(ctx, userId, {
		type: "subscription.updated",
		key: `subscription.updated:${ctx.id()}`,
		data: { subscription: { plan, status, currentPeriodEnd: end, cancelAtPeriodEnd } },
		from: sql`subscriptions`,
		when: sql`subscriptions.user_id = ${userId}
			and (subscriptions.status is not ${status}
				or subscriptions.subscription_id is not ${subscriptionId}
				or subscriptions.current_period_end is not ${currentPeriodEnd}
				or subscriptions.cancel_at_period_end is not ${cancelAtPeriodEnd ? 1 : 0})`,
	});
}
