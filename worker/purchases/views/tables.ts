import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Per viewer, share and UTC day, with keyed hashes that differ for each; deleted after the day. */
export const shareViews = sqliteTable(
	"share_views",
	{
		shareId: text("share_id").notNull(),
		/** YYYY-MM-DD */
		day: text("day").notNull(),
		network: text("network").notNull(),
		viewer: text("viewer").notNull(),
		/** see source.ts; null for a viewer who asks not to be tracked */
		source: text("source"),
		at: integer("at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.shareId, table.day, table.network, table.viewer] }),
		index("share_views_at").on(table.at),
	],
);

/** Per share, UTC day, source and country, written in the batch of the counted row. */
export const shareDays = sqliteTable(
	"share_days",
	{
		shareId: text("share_id").notNull(),
		/** YYYY-MM-DD */
		day: text("day").notNull(),
		/** see source.ts; empty if none was recorded */
		source: text("source").notNull(),
		/** ISO 3166; empty if none was recorded or known */
		country: text("country").notNull(),
		views: integer("views").notNull().default(0),
		/** buyers who began to pay for the first time */
		begun: integer("begun").notNull().default(0),
	},
	(table) => [primaryKey({ columns: [table.shareId, table.day, table.source, table.country] })],
);

/** How often a file was opened, and chosen with a heart, on its share's page. */
export const fileCounts = sqliteTable(
	"file_counts",
	{
		fileId: text("file_id").primaryKey(),
		/** `shares.id` */
		shareId: text("share_id").notNull(),
		seen: integer("seen").notNull().default(0),
		hearts: integer("hearts").notNull().default(0),
	},
	(table) => [index("file_counts_share").on(table.shareId)],
);
