import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const supportRequests = sqliteTable(
	"support_requests",
	{
		id: text("id").primaryKey(),
		userId: text("user_id"),
		email: text("email").notNull(),
		subject: text("subject").notNull(),
		message: text("message").notNull(),
		/** Pro first */
		priority: integer("priority").notNull().default(0),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		index("support_requests_user").on(table.userId, table.createdAt),
		index("support_requests_email").on(table.email),
		index("support_requests_created").on(table.createdAt),
	],
);

export const abuseReports = sqliteTable(
	"abuse_reports",
	{
		id: text("id").primaryKey(),
		shareId: text("share_id").notNull(),
		reason: text("reason").notNull(),
		message: text("message").notNull(),
		email: text("email"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		index("abuse_reports_email").on(table.email),
		index("abuse_reports_created").on(table.createdAt),
	],
);
