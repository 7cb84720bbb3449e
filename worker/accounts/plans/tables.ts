import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row per used upload. Kept after deletions, since they free no slot. */
export const uploadSlots = sqliteTable(
	"upload_slots",
	{
		uploadId: text("upload_id").primaryKey(),
		creatorId: text("creator_id").notNull(),
		/** YYYY-MM, UTC */
		month: text("month").notNull(),
		at: integer("at").notNull(),
	},
	(table) => [index("upload_slots_creator").on(table.creatorId, table.month)],
);

/**
 * Written with the published flag and with the rows of later previews, and deleted with the share's originals. Removed
 * files and previews have rows of negative bytes.
 */
export const storedUploads = sqliteTable(
	"stored_uploads",
	{
		uploadId: text("upload_id").primaryKey(),
		creatorId: text("creator_id").notNull(),
		/** several uploads may have added files to one share */
		shareId: text("share_id").notNull(),
		bytes: integer("bytes").notNull(),
	},
	(table) => [
		index("stored_uploads_creator").on(table.creatorId),
		index("stored_uploads_share").on(table.shareId),
	],
);
