import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Secret links and codes. Times in ms. */
export const tokens = sqliteTable(
	"tokens",
	{
		/** SHA-256 of the link's token or of the code's MAC */
		hash: text("hash").primaryKey(),
		purpose: text("purpose").notNull(),
		/** the row or address that it opens; null for signed tokens */
		subject: text("subject"),
		/** the account whose deletion ends it */
		ownerId: text("owner_id"),
		/** by the purpose's schema */
		payload: text("payload", { mode: "json" }).$type<unknown>(),
		/** 0 once spent, or after too many wrong guesses; null for any number of uses */
		triesLeft: integer("tries_left"),
		createdAt: integer("created_at").notNull(),
		/** null until it is spent or deleted */
		expiresAt: integer("expires_at"),
	},
	(table) => [
		index("tokens_subject").on(table.purpose, table.subject).where(sql`subject is not null`),
		index("tokens_owner").on(table.ownerId).where(sql`owner_id is not null`),
		index("tokens_expires").on(table.expiresAt).where(sql`expires_at is not null`),
	],
);
