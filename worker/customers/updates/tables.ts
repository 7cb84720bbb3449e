import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { shares } from "../../catalogue/shares/tables.ts";
import { users } from "../../core/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";

/** Creators' messages to buyers of a share. Times in ms. */
export const buyerUpdates = sqliteTable(
	"buyer_updates",
	{
		id: text("id").primaryKey(),
		shareId: text("share_id")
			.notNull()
			.references(() => shares.id),
		creatorId: text("creator_id")
			.notNull()
			.references(() => users.id),
		text: text("text").notNull(),
		recipients: integer("recipients").notNull().default(0),
		createdAt: integer("created_at").notNull(),
		finishedAt: integer("finished_at"),
	},
	(table) => [
		index("buyer_updates_share").on(table.shareId, table.createdAt),
		index("buyer_updates_creator").on(table.creatorId),
		index("buyer_updates_open").on(table.createdAt).where(sql`finished_at is null`),
		index("buyer_updates_finished").on(table.finishedAt).where(sql`finished_at is not null`),
	],
);

/** One row for each address, so that none gets a message twice. */
export const updateRecipients = sqliteTable(
	"buyer_update_recipients",
	{
		updateId: text("update_id")
			.notNull()
			.references(() => buyerUpdates.id, { onDelete: "cascade" }),
		/** in lower case */
		address: text("address").notNull(),
		purchaseId: text("purchase_id")
			.notNull()
			.references(() => purchases.id),
		/** no provider has confirmed the payment, so mails are limited */
		unconfirmed: integer("unconfirmed", { mode: "boolean" }).notNull(),
		attempts: integer("attempts").notNull().default(0),
		/** null once it is in the outbox, or left out */
		nextAt: integer("next_at"),
		outcome: text("outcome", { enum: ["queued", "left_out"] }),
	},
	(table) => [
		primaryKey({ columns: [table.updateId, table.address] }),
		index("buyer_update_recipients_due")
			.on(table.updateId, table.unconfirmed, table.nextAt)
			.where(sql`next_at is not null`),
		index("buyer_update_recipients_purchase").on(table.purchaseId),
	],
);

/** Their addresses still get receipts and refunds. */
export const unsubscribes = sqliteTable(
	"unsubscribes",
	{
		creatorId: text("creator_id")
			.notNull()
			.references(() => users.id),
		/** in lower case */
		address: text("address").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.creatorId, table.address] })],
);
