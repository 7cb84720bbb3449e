import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { isMissing } from "../../platform/stripe.ts";
import type { SubscriptionStatus } from "./contract.ts";
import { endNow, fetchSubscription, setCancelAtPeriodEnd } from "./provider.ts";
import { presentSubscription } from "./subscription-status.ts";
import { subscriptionOf, syncSubscription } from "./sync-subscription.ts";

const CHANGEABLE = ["active", "trialing", "past_due"];
/** A renewal wasn't paid; the provider is retrying, or has given up (`unpaid`). */
const UNPAID = ["past_due", "unpaid"];

/** At the end of the paid period, or immediately if it was never paid. Throws `subscription.none`. */
export function cancelSubscription(ctx: CreatorCtx): Promise<SubscriptionStatus> {
	return change(ctx, true);
}

/** Throws `subscription.none`. */
export function resumeSubscription(ctx: CreatorCtx): Promise<SubscriptionStatus> {
	return change(ctx, false);
}

async function change(ctx: CreatorCtx, cancel: boolean): Promise<SubscriptionStatus> {
	const row = await subscriptionOf(ctx, ctx.user.id);
	if (!row?.subscriptionId) throw failure("subscription.none");
	const before = await fetchSubscription(ctx, row.subscriptionId);
	if (cancel && UNPAID.includes(before.status)) {
		await endNow(ctx, before);
		await syncSubscription(ctx, ctx.user.id, await fetchSubscription(ctx, row.subscriptionId));
		return presentSubscription(ctx, await subscriptionOf(ctx, ctx.user.id));
	}
	const snapshot = CHANGEABLE.includes(before.status)
		? await setCancelAtPeriodEnd(ctx, row.subscriptionId, cancel)
		: before;
	await syncSubscription(ctx, ctx.user.id, snapshot);
	if (!CHANGEABLE.includes(snapshot.status)) throw failure("subscription.none");
	return presentSubscription(ctx, await subscriptionOf(ctx, ctx.user.id));
}

/** For an account taken over by its address's owner: the card may be someone else's. */
export async function endRenewalOf(
	ctx: Ctx,
	row: { userId: string; subscriptionId: string | null },
): Promise<void> {
	if (row.subscriptionId === null) return;
	const { status } = await fetchSubscription(ctx, row.subscriptionId);
	if (!CHANGEABLE.includes(status)) return endSubscriptionOf(ctx, row);
	await syncSubscription(
		ctx,
		row.userId,
		await setCancelAtPeriodEnd(ctx, row.subscriptionId, true),
	);
}

export async function endSubscriptionOf(
	ctx: Ctx,
	row: { userId: string; subscriptionId: string | null },
): Promise<void> {
	if (row.subscriptionId === null) return;
	try {
		await endNow(ctx, await fetchSubscription(ctx, row.subscriptionId));
	} catch (error) {
		// One that has already ended cannot be ended again.
		if (!isMissing(error)) throw error;
	}
	await syncSubscription(ctx, row.userId, await fetchSubscription(ctx, row.subscriptionId));
}
