import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Evidence in disputes. One row per download, not per resumed range. */
export const downloadLog = sqliteTable(
	"download_log",
	{
		id: text("id").primaryKey(),
		shareId: text("share_id").notNull(),
		/** null if the owner downloads, or anyone in a share in `link` mode */
		purchaseId: text("purchase_id"),
		/** file id, `folder:<name>`, `all` or `selection` */
		what: text("what").notNull(),
		at: integer("at").notNull(),
		/** as reported by the edge */
		country: text("country"),
		userAgent: text("user_agent"),
	},
	(table) => [
		index("download_log_share").on(table.shareId, table.at),
		index("download_log_purchase").on(table.purchaseId),
		index("download_log_at").on(table.at),
	],
);
