import { and, eq, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Stripe } from "stripe";
import type { Ctx } from "../../core/context.ts";
import { log, serializeError } from "../../platform/log.ts";
import { isMissing } from "../../platform/stripe.ts";
import { endRenewalOf } from "./change-subscription.ts";
import { fetchSubscription } from "./provider.ts";
import { type SubscriptionRow, subscriptionOf, syncSubscription } from "./sync-subscription.ts";
import { subscriptions } from "./tables.ts";

const MAX_ROWS = 200;

export async function onSubscriptionEvent(
	ctx: Ctx,
	event: Stripe.Event,
	record: BatchItem<"sqlite">,
): Promise<boolean> {
	const { object } = event.data;
	if (!("object" in object)) return false;
	if (object.object !== "subscription" && object.object !== "invoice") return false;
	const customer = typeof object.customer === "string" ? object.customer : object.customer?.id;
	if (!customer) return false;
	const [row] = await ctx.db
		.select()
		.from(subscriptions)
		.where(and(eq(subscriptions.customerId, customer), isNull(subscriptions.deleteCustomerSince)));
	if (!row) return false;
	const id = row.subscriptionId ?? (object.object === "subscription" ? object.id : null);
	if (id === null) return false;
	try {
		await syncSubscription(ctx, row.userId, await fetchSubscription(ctx, id), [record]);
	} catch (error) {
		// Repeating the event couldn't help.
		if (!isMissing(error)) throw error;
		log("warn", "provider_event.unknown_subscription", { subscription: id });
		return false;
	}
	return true;
}

/** Reads subscriptions that wait for a payment, or whose period ended without an event. */
export async function reconcileSubscriptions(ctx: Ctx): Promise<void> {
	const now = ctx.now();
	const isLinked = and(
		isNotNull(subscriptions.subscriptionId),
		isNull(subscriptions.deleteCustomerSince),
	);
	const [unpaid, ended] = await ctx.db.batch([
		ctx.db
			.select()
			.from(subscriptions)
			.where(
				and(
					sql`${subscriptions.status} in ('incomplete', 'past_due', 'unpaid')`,
					lte(subscriptions.updatedAt, now),
					isLinked,
				),
			)
			.orderBy(subscriptions.updatedAt)
			.limit(MAX_ROWS),
		ctx.db
			.select()
			.from(subscriptions)
			.where(
				and(
					sql`${subscriptions.status} in ('active', 'trialing')`,
					lt(subscriptions.currentPeriodEnd, now),
					isLinked,
				),
			)
			.orderBy(subscriptions.currentPeriodEnd)
			.limit(MAX_ROWS),
	]);
	for (const row of [...unpaid, ...ended]) await refresh(ctx, row);
}

async function refresh(ctx: Ctx, row: SubscriptionRow): Promise<void> {
	if (row.subscriptionId === null) return;
	try {
		await syncSubscription(ctx, row.userId, await fetchSubscription(ctx, row.subscriptionId));
	} catch (error) {
		log("error", "subscription.not_reconciled", { user: row.userId, ...serializeError(error) });
	}
}

/** The owner of a never-confirmed address takes over the account: its card isn't charged again. */
export async function endRenewalOnReclaim(ctx: Ctx, userId: string): Promise<void> {
	const row = await subscriptionOf(ctx, userId);
	if (row) await endRenewalOf(ctx, row);
}
