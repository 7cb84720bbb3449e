import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { setPlan } from "../../accounts/plans/current-plan.ts";
import type { PlanId } from "../../contract/plans.ts";
import { DAY_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { recordEvents } from "../../core/webhook-events/record-events.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { renewalFailedMail } from "./mails.ts";
import type { SubscriptionSnapshot } from "./provider.ts";
import { subscriptions } from "./tables.ts";

export type SubscriptionRow = typeof subscriptions.$inferSelect;

export async function subscriptionOf(
	ctx: Ctx,
	userId: string,
): Promise<SubscriptionRow | undefined> {
	const [row] = await ctx.db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
	return row;
}

/** While the provider retries a failed renewal. */
const GRACE_MS = 7 * DAY_MS;

/** `endsAt` in ms; null while it renews. */
function planOf(snapshot: SubscriptionSnapshot): { plan: PlanId; endsAt: number | null } {
	switch (snapshot.status) {
		case "active":
		case "trialing":
			return { plan: "pro", endsAt: snapshot.cancelAtPeriodEnd ? snapshot.periodEnd : null };
		case "past_due":
			// The unpaid period has begun already.
			return { plan: "pro", endsAt: (snapshot.periodStart ?? 0) + GRACE_MS };
		default:
			return { plan: "free", endsAt: null };
	}
}

type After = Pick<
	SubscriptionRow,
	"subscriptionId" | "status" | "currentPeriodEnd" | "cancelAtPeriodEnd"
>;

/** Must precede the statement that records the change; skips a known one. */
function subscriptionEvent(ctx: Ctx, userId: string, after: After, plan: PlanId) {
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

/** Only the provider's current state counts, so events may come late or twice. */
export async function syncSubscription(
	ctx: Ctx,
	userId: string,
	snapshot: SubscriptionSnapshot,
	extraStatements: readonly BatchItem<"sqlite">[] = [],
): Promise<void> {
	const [user] = await ctx.db
		.select({ email: users.email, locale: users.locale })
		.from(users)
		.where(eq(users.id, userId));
	const plan = planOf(snapshot);
	const isUnpaid = snapshot.status === "past_due";
	const after = {
		subscriptionId: snapshot.id,
		status: snapshot.status,
		currentPeriodEnd: isUnpaid ? plan.endsAt : snapshot.periodEnd,
		cancelAtPeriodEnd: snapshot.cancelAtPeriodEnd,
	};
	await ctx.db.batch([
		subscriptionEvent(ctx, userId, after, plan.plan),
		ctx.db
			.update(subscriptions)
			.set({ ...after, updatedAt: ctx.now() })
			.where(eq(subscriptions.userId, userId)),
		setPlan(ctx, { userId, ...plan }),
		...(isUnpaid && user
			? [
					queueMail(
						ctx,
						renewalFailedMail(ctx, {
							...user,
							invoiceId: snapshot.latestInvoiceId ?? snapshot.id,
							endsAt: plan.endsAt ?? ctx.now(),
						}),
					),
				]
			: []),
		...extraStatements,
	]);
}
