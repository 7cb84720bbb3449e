import { and, eq, lte } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { log, serializeError } from "../../platform/log.ts";
import { endSubscriptionOf } from "./change-subscription.ts";
import { deleteCustomer } from "./provider.ts";
import { subscriptions } from "./tables.ts";

const MAX_ROWS = 50;

/**
 * Deletes a deleted account's customer at the provider with its address and cards, which ends the subscription. If the
 * provider is unavailable, the cron repeats it.
 */
export async function deleteCustomerOnAccountDelete(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db
		.update(subscriptions)
		.set({ deleteCustomerSince: ctx.now() })
		.where(eq(subscriptions.userId, userId));
	await deleteWhere(ctx, userId);
}

export function deleteProviderCustomers(ctx: Ctx): Promise<void> {
	return deleteWhere(ctx, null);
}

async function deleteWhere(ctx: Ctx, userId: string | null): Promise<void> {
	const rows = await ctx.db
		.select()
		.from(subscriptions)
		.where(
			and(
				lte(subscriptions.deleteCustomerSince, ctx.now()),
				userId === null ? undefined : eq(subscriptions.userId, userId),
			),
		)
		.orderBy(subscriptions.deleteCustomerSince)
		.limit(MAX_ROWS);
	for (const row of rows) {
		try {
			// First, to void an open invoice too.
			await endSubscriptionOf(ctx, row);
			await deleteCustomer(ctx, row.customerId);
		} catch (error) {
			log("warn", "customer.not_deleted_yet", { user: row.userId, ...serializeError(error) });
			await ctx.db
				.update(subscriptions)
				.set({ deleteCustomerSince: ctx.now() })
				.where(eq(subscriptions.userId, row.userId));
			continue;
		}
		await ctx.db.delete(subscriptions).where(eq(subscriptions.userId, row.userId));
	}
}
