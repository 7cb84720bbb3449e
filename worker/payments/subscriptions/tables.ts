import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "../../core/tables.ts";

/** A creator's Pro subscription as the provider last reported it. Times in ms. */
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
		/**
		 * set when the account was deleted, until the provider has deleted the customer: the last attempt (ms)
		 */
		deleteCustomerSince: integer("delete_customer_since"),
		/**
		 * set when the creator's address was changed, until the provider has the new one: the last attempt (ms)
		 */
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
