import { and, eq, isNull, lte } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { log, serializeError } from "../../platform/log.ts";
import { endSubscriptionOf } from "./change-subscription.ts";
import { deleteCustomer, setCustomerAddress } from "./provider.ts";
import { subscriptions } from "./tables.ts";

const MAX_ROWS = 50;

/** Also ends the subscription. If the provider is unavailable, the cron repeats it. */
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

/** For the batch that changes an address: the provider still has the old one. */
export function noteAddressChange(ctx: Ctx, userId: string) {
	return ctx.db
		.update(subscriptions)
		.set({ updateCustomerSince: ctx.now() })
		.where(eq(subscriptions.userId, userId));
}

/** For the provider's invoices. */
export async function updateProviderCustomers(ctx: Ctx): Promise<void> {
	const due = await ctx.db
		.select({
			userId: subscriptions.userId,
			customerId: subscriptions.customerId,
			since: subscriptions.updateCustomerSince,
			email: users.email,
		})
		.from(subscriptions)
		.innerJoin(users, eq(users.id, subscriptions.userId))
		.where(
			and(
				lte(subscriptions.updateCustomerSince, ctx.now()),
				isNull(subscriptions.deleteCustomerSince),
			),
		)
		.orderBy(subscriptions.updateCustomerSince)
		.limit(MAX_ROWS);
	for (const { userId, customerId, since, email } of due) {
		// Stays due if changed again in the meantime.
		const same = and(
			eq(subscriptions.userId, userId),
			eq(subscriptions.updateCustomerSince, since ?? 0),
		);
		const next = await setCustomerAddress(ctx, customerId, email).then(
			() => null,
			(error: unknown) => {
				log("warn", "customer.not_updated_yet", { user: userId, ...serializeError(error) });
				return ctx.now();
			},
		);
		await ctx.db.update(subscriptions).set({ updateCustomerSince: next }).where(same);
	}
}
