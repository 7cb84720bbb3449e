import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { log, serializeError } from "../../platform/log.ts";
import type { SubscriptionStatus } from "./contract.ts";
import { fetchSubscription } from "./provider.ts";
import { type SubscriptionRow, subscriptionOf, syncSubscription } from "./sync-subscription.ts";

/** Reads from the provider while an event may be on its way. */
export async function subscriptionStatus(ctx: CreatorCtx): Promise<SubscriptionStatus> {
	const row = await subscriptionOf(ctx, ctx.user.id);
	if (row?.subscriptionId && isDoubtful(row, ctx.now())) {
		try {
			await syncSubscription(ctx, ctx.user.id, await fetchSubscription(ctx, row.subscriptionId));
		} catch (error) {
			log("warn", "subscription.not_refreshed", serializeError(error));
		}
	}
	return presentSubscription(ctx, await subscriptionOf(ctx, ctx.user.id));
}

function isDoubtful(row: SubscriptionRow, now: number): boolean {
	const overdue = row.currentPeriodEnd !== null && row.currentPeriodEnd < now;
	const over = row.status === "canceled" || row.status === "incomplete_expired";
	return ["incomplete", "past_due", "unpaid"].includes(row.status) || (overdue && !over);
}

/** The operator can grant Pro without a subscription. */
export function presentSubscription(
	ctx: CreatorCtx,
	row: SubscriptionRow | undefined,
): SubscriptionStatus {
	if (!row || row.status === "none")
		return ctx.user.plan === "pro"
			? { subscribed: true, needsPayment: false, status: "active", endDate: null }
			: { subscribed: false, needsPayment: false, status: "none", endDate: null };
	const end = row.currentPeriodEnd;
	const running = row.status === "active" || row.status === "trialing";
	const inGrace = row.status === "past_due" && end !== null && end > ctx.now();
	const status = running ? (row.cancelAtPeriodEnd ? "canceling" : "active") : row.status;
	const needsPayment = ["incomplete", "past_due", "unpaid"].includes(row.status);
	// The period of an ended or never paid subscription is meaningless.
	const endDate = running || inGrace ? end : null;
	return {
		subscribed: running || inGrace,
		needsPayment,
		status,
		endDate: endDate === null ? null : new Date(endDate).toISOString(),
	};
}

export async function exportSubscription(ctx: Ctx, userId: string) {
	const row = await subscriptionOf(ctx, userId);
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
