import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "../core/tables.ts";

/** Until the new address confirms them. */
export const addressCorrections = sqliteTable(
	"address_corrections",
	{
		creatorId: text("creator_id")
			.notNull()
			.references(() => users.id),
		fromEmail: text("from_email").notNull(),
		toEmail: text("to_email").notNull(),
		tokenHash: text("token_hash").notNull().unique(),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.creatorId, table.fromEmail] }),
		index("address_corrections_expires").on(table.expiresAt),
	],
);
