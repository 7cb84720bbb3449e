import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Locale } from "../../contract/locales.ts";

/** Readers who want one mail when a share is on sale. Times in ms. */
export const saleAlerts = sqliteTable(
	"sale_alerts",
	{
		shareId: text("share_id")
			.notNull()
			.references(() => shares.id),
		/** normalised, so that a mailbox gets one mail */
		mailbox: text("mailbox").notNull(),
		email: text("email").notNull(),
		locale: text("locale").$type<Locale>().notNull(),
		tokenHash: text("token_hash").notNull().unique(),
		createdAt: integer("created_at").notNull(),
		/** until then the address may be a stranger's, and gets no other mail */
		confirmedAt: integer("confirmed_at"),
		expiresAt: integer("expires_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.shareId, table.mailbox] }),
		index("sale_alerts_mailbox").on(table.mailbox),
		index("sale_alerts_expires").on(table.expiresAt),
	],
);
