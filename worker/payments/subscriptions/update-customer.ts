import { and, eq, isNull, lte, type SQL } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { log, serializeError } from "../../platform/log.ts";
import { setCustomerAddress } from "./provider.ts";
import { subscriptions } from "./tables.ts";

const MAX_ROWS = 50;

/** Notes, in the batch of a changed address, that the provider has the old one. */
export function noteAddressChange(ctx: Ctx, userId: string, isMade: SQL) {
	return ctx.db
		.update(subscriptions)
		.set({ updateCustomerSince: ctx.now() })
		.where(and(eq(subscriptions.userId, userId), isMade));
}

/** Updates the addresses to which the provider sends invoices. */
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
		// Changed again in the meantime, it stays due.
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
