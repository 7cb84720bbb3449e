import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { files } from "../shares/tables.ts";

/** The position of a small file as a finished ZIP entry; a file without a row is not packed. */
export const packEntries = sqliteTable(
	"pack_entries",
	{
		fileId: text("file_id")
			.primaryKey()
			.references(() => files.id, { onDelete: "cascade" }),
		/** of the object that contains the entries of several files */
		packKey: text("pack_key").notNull(),
		packOffset: integer("pack_offset").notNull(),
		/** bytes of the finished entry: local header, name and data */
		packLength: integer("pack_length").notNull(),
		/** ZIP method of the packed entry: 0 stored, 8 deflated */
		packMethod: integer("pack_method").notNull(),
		/** bytes of the packed entry's data */
		packDataSize: integer("pack_data_size").notNull(),
	},
	(table) => [index("pack_entries_pack").on(table.packKey)],
);

/** Downloads, as evidence in disputes. One row per download, not one per resumed range. */
export const downloadLog = sqliteTable(
	"download_log",
	{
		id: text("id").primaryKey(),
		shareId: text("share_id").notNull(),
		/** null when the owner downloads, or anyone through a share in `link` mode */
		purchaseId: text("purchase_id"),
		/** file id, `folder:<name>`, `all` or `selection` */
		what: text("what").notNull(),
		at: integer("at").notNull(),
		/** country and network as reported by the edge; no full address */
		country: text("country"),
		userAgent: text("user_agent"),
	},
	(table) => [
		index("download_log_share").on(table.shareId, table.at),
		index("download_log_purchase").on(table.purchaseId),
		index("download_log_at").on(table.at),
	],
);
