import type { CreatorCtx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import type { CreateSubscriptionResponse } from "./contract.ts";
import {
	beginSubscription,
	createCustomer,
	endNow,
	fetchSubscription,
	proPrice,
	type SubscriptionSnapshot,
} from "./provider.ts";
import { type SubscriptionRow, subscriptionOf, syncSubscription } from "./sync-subscription.ts";
import { subscriptions } from "./tables.ts";

/**
 * Begins Pro, or returns the begun subscription. The client secret confirms the first payment, or a failed renewal's.
 * Throws `provider.unavailable`.
 */
export async function createSubscription(ctx: CreatorCtx): Promise<CreateSubscriptionResponse> {
	const row = await findOrCreateCustomer(ctx);
	const known = row.subscriptionId ? await fetchSubscription(ctx, row.subscriptionId) : null;
	if (known) await syncSubscription(ctx, ctx.user.id, known);
	if (known && isRunning(known)) return { message: "Already subscribed" };
	if (known && mustEnd(known)) await endNow(ctx, known);
	const snapshot = known && canStillBePaid(known) ? known : await begin(ctx, row);
	if (!snapshot.clientSecret)
		throw failure("provider.unavailable", { reason: "subscription.not_set_up" });
	return { clientSecret: snapshot.clientSecret };
}

function isRunning({ status }: SubscriptionSnapshot): boolean {
	return status === "active" || status === "trialing";
}

const UNPAID = ["incomplete", "past_due", "unpaid"];

function canStillBePaid({ status, clientSecret }: SubscriptionSnapshot): boolean {
	return UNPAID.includes(status) && clientSecret !== null;
}

/** Active at the provider with nothing to pay: next to a new one it could be charged again. */
function mustEnd(snapshot: SubscriptionSnapshot): boolean {
	return [...UNPAID, "paused"].includes(snapshot.status) && !canStillBePaid(snapshot);
}

async function begin(ctx: CreatorCtx, row: SubscriptionRow): Promise<SubscriptionSnapshot> {
	const snapshot = await beginSubscription(ctx, {
		customerId: row.customerId,
		priceId: await proPrice(ctx),
		creatorId: ctx.user.id,
		previous: row.subscriptionId,
	});
	await syncSubscription(ctx, ctx.user.id, snapshot);
	return snapshot;
}

async function findOrCreateCustomer(ctx: CreatorCtx): Promise<SubscriptionRow> {
	const known = await subscriptionOf(ctx, ctx.user.id);
	if (known) return known;
	await ctx.db
		.insert(subscriptions)
		.values({
			userId: ctx.user.id,
			customerId: await createCustomer(ctx, ctx.user),
			status: "none",
			updatedAt: ctx.now(),
		})
		.onConflictDoNothing();
	const made = await subscriptionOf(ctx, ctx.user.id);
	if (!made) throw failure("internal.error");
	return made;
}
