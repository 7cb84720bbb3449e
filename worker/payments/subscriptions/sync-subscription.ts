import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { setPlan } from "../../accounts/plans/current-plan.ts";
import type { PlanId } from "../../contract/accounts/plans.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { renewalFailedMail } from "./mails.ts";
import type { SubscriptionSnapshot } from "./provider.ts";
import { subscriptionEvent } from "./subscription-events.ts";
import { subscriptions } from "./tables.ts";

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** While the provider retries a failed renewal. */
const GRACE_MS = 7 * 24 * 60 * 60 * 1000;

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

/**
 * Records what the provider reports, with the limits and fees that follow. Only its current state counts, so events may
 * come late or twice. `extraStatements` join the batch.
 */
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
	const failed = snapshot.status === "past_due" && user !== undefined;
	const after = {
		subscriptionId: snapshot.id,
		status: snapshot.status,
		currentPeriodEnd: snapshot.status === "past_due" ? planOf(snapshot).endsAt : snapshot.periodEnd,
		cancelAtPeriodEnd: snapshot.cancelAtPeriodEnd,
	};
	await ctx.db.batch([
		subscriptionEvent(ctx, userId, after, planOf(snapshot).plan),
		ctx.db
			.update(subscriptions)
			.set({ ...after, updatedAt: ctx.now() })
			.where(eq(subscriptions.userId, userId)),
		setPlan(ctx, { userId, ...planOf(snapshot) }),
		...(failed
			? [
					queueMailWhen(
						ctx,
						renewalFailedMail(ctx, {
							to: user.email,
							locale: user.locale,
							invoiceId: snapshot.latestInvoiceId ?? snapshot.id,
							endsAt: planOf(snapshot).endsAt ?? ctx.now(),
						}),
						sql`true`,
					),
				]
			: []),
		...extraStatements,
	]);
}
