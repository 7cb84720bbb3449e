import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * One row per viewer, share and UTC day, so that each is counted once; network and viewer are keyed hashes that
 * differ for every share and day. The rows are deleted once the day is over.
 */
export const shareViews = sqliteTable(
	"share_views",
	{
		shareId: text("share_id").notNull(),
		/** YYYY-MM-DD */
		day: text("day").notNull(),
		network: text("network").notNull(),
		viewer: text("viewer").notNull(),
		/** the viewer's origin, see source.ts; null for one who asks not to be tracked */
		source: text("source"),
		at: integer("at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.shareId, table.day, table.network, table.viewer] }),
		index("share_views_at").on(table.at),
	],
);

/**
 * The counts of each share by UTC day, source and country. A row is written in the batch of what it counts. Payments
 * are not included: they can be refunded later, and follow from the purchases.
 */
export const shareDays = sqliteTable(
	"share_days",
	{
		shareId: text("share_id").notNull(),
		/** YYYY-MM-DD */
		day: text("day").notNull(),
		/** see source.ts; empty if none was recorded */
		source: text("source").notNull(),
		/** ISO 3166; empty if none was recorded, or the edge didn't know it */
		country: text("country").notNull(),
		views: integer("views").notNull().default(0),
		/** buyers who began to pay for the first time */
		begun: integer("begun").notNull().default(0),
	},
	(table) => [primaryKey({ columns: [table.shareId, table.day, table.source, table.country] })],
);
