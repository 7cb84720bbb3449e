import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Locale } from "../../contract/locales.ts";

/**
 * Readers who want one mail when a share is on sale (again). A row is deleted with that mail, at its reader's
 * request, and when it expires. Times in ms.
 */
export const saleAlerts = sqliteTable(
	"sale_alerts",
	{
		shareId: text("share_id")
			.notNull()
			.references(() => shares.id),
		/** the address in the spelling that all of its spellings share, so that a mailbox gets one mail */
		mailbox: text("mailbox").notNull(),
		/** the address as given */
		email: text("email").notNull(),
		/** the language of the page where it was given */
		locale: text("locale").$type<Locale>().notNull(),
		/** SHA-256 of the token in the mailed link */
		tokenHash: text("token_hash").notNull().unique(),
		createdAt: integer("created_at").notNull(),
		/** when the link was used; until then the address may be a stranger's, and gets no other mail */
		confirmedAt: integer("confirmed_at"),
		expiresAt: integer("expires_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.shareId, table.mailbox] }),
		index("sale_alerts_mailbox").on(table.mailbox),
		index("sale_alerts_expires").on(table.expiresAt),
	],
);
