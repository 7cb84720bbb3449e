import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { setPlan } from "../accounts/set-plan.ts";
import { users } from "../accounts/tables.ts";
import type { Ctx } from "../context.ts";
import type { PlanId } from "../contract/plans.ts";
import { queueMailWhen } from "../platform/mail/mail.ts";
import { renewalFailedMail } from "./mails.ts";
import type { SubscriptionFacts } from "./provider.ts";
import { subscriptions } from "./tables.ts";

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** For so long Pro goes on after a renewal has failed, while the provider tries again. */
export const GRACE_MS = 7 * 24 * 60 * 60 * 1000;

/** The plan that a subscription gives, and when it ends (ms); null while it renews. */
export function planOf(facts: SubscriptionFacts): { plan: PlanId; endsAt: number | null } {
	switch (facts.status) {
		case "active":
		case "trialing":
			return { plan: "pro", endsAt: facts.cancelAtPeriodEnd ? facts.periodEnd : null };
		case "past_due":
			// The unpaid period has begun already.
			return { plan: "pro", endsAt: (facts.periodStart ?? 0) + GRACE_MS };
		default:
			return { plan: "free", endsAt: null };
	}
}

/**
 * Writes down what the provider says of a creator's subscription; limits and fees follow with the
 * same batch. Only what the provider says now counts, so events may come late or twice.
 * @param also statements for the same batch, such as the record of the event
 */
export async function syncSubscription(
	ctx: Ctx,
	userId: string,
	facts: SubscriptionFacts,
	also: readonly BatchItem<"sqlite">[] = [],
): Promise<void> {
	const [user] = await ctx.db
		.select({ email: users.email })
		.from(users)
		.where(eq(users.id, userId));
	const failed = facts.status === "past_due" && user !== undefined;
	await ctx.db.batch([
		ctx.db
			.update(subscriptions)
			.set({
				subscriptionId: facts.id,
				status: facts.status,
				currentPeriodEnd: facts.status === "past_due" ? planOf(facts).endsAt : facts.periodEnd,
				cancelAtPeriodEnd: facts.cancelAtPeriodEnd,
				updatedAt: ctx.now(),
			})
			.where(eq(subscriptions.userId, userId)),
		setPlan(ctx, { userId, ...planOf(facts) }),
		...(failed
			? [
					queueMailWhen(
						ctx,
						renewalFailedMail(ctx, {
							to: user.email,
							invoiceId: facts.latestInvoiceId ?? facts.id,
							endsAt: planOf(facts).endsAt ?? ctx.now(),
						}),
						sql`true`,
					),
				]
			: []),
		...also,
	]);
}
