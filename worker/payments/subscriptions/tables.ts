import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "../../core/tables.ts";

/** The provider's last report. Times in ms. */
export const subscriptions = sqliteTable(
	"subscriptions",
	{
		userId: text("user_id")
			.primaryKey()
			.references(() => users.id),
		customerId: text("customer_id").notNull().unique(),
		subscriptionId: text("subscription_id").unique(),
		status: text("status").notNull(),
		currentPeriodEnd: integer("current_period_end"),
		cancelAtPeriodEnd: integer("cancel_at_period_end", { mode: "boolean" })
			.notNull()
			.default(false),
		/** last attempt (ms) to delete a deleted account's customer; null if none is pending */
		deleteCustomerSince: integer("delete_customer_since"),
		/** last attempt (ms) to update its address; null if none is pending */
		updateCustomerSince: integer("update_customer_since"),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		index("subscriptions_unpaid")
			.on(table.updatedAt)
			.where(sql`status in ('incomplete', 'past_due', 'unpaid')`),
		index("subscriptions_ending")
			.on(table.currentPeriodEnd)
			.where(sql`status in ('active', 'trialing')`),
		index("subscriptions_customer_to_delete")
			.on(table.deleteCustomerSince)
			.where(sql`delete_customer_since is not null`),
		index("subscriptions_customer_to_update")
			.on(table.updateCustomerSince)
			.where(sql`update_customer_since is not null`),
	],
);
