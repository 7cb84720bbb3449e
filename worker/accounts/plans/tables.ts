import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Used uploads, one row each; the upload quota is rebuilt from them. Kept when the share or the account is deleted,
 * since deleting frees no slot.
 */
export const uploadSlots = sqliteTable(
	"upload_slots",
	{
		uploadId: text("upload_id").primaryKey(),
		creatorId: text("creator_id").notNull(),
		/** YYYY-MM (UTC) in which the slot was used */
		month: text("month").notNull(),
		at: integer("at").notNull(),
	},
	(table) => [index("upload_slots_creator").on(table.creatorId, table.month)],
);

/**
 * Bytes that published uploads store, one row per upload; the storage quota is rebuilt from them. Written
 * with the published flag, deleted when the share's originals are removed.
 */
export const storedUploads = sqliteTable(
	"stored_uploads",
	{
		uploadId: text("upload_id").primaryKey(),
		creatorId: text("creator_id").notNull(),
		/** `shares.id`; several uploads may have added files to one share */
		shareId: text("share_id").notNull(),
		bytes: integer("bytes").notNull(),
	},
	(table) => [
		index("stored_uploads_creator").on(table.creatorId),
		index("stored_uploads_share").on(table.shareId),
	],
);
