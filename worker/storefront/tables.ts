import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * One row per viewer, share and UTC day; network and viewer are keyed hashes that differ for every share
 * and day, and are replaced by random values once the day is over.
 */
export const shareViews = sqliteTable(
	"share_views",
	{
		shareId: text("share_id").notNull(),
		/** YYYY-MM-DD */
		day: text("day").notNull(),
		network: text("network").notNull(),
		viewer: text("viewer").notNull(),
		at: integer("at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.shareId, table.day, table.network, table.viewer] }),
		index("share_views_fresh").on(table.at).where(sql`network <> ''`),
	],
);
