import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Uploads that were used up, one row each; what the upload quota is rebuilt from. Kept when the
 * share or the account is deleted, since deleting gives no slot back.
 */
export const uploadSlots = sqliteTable(
	"upload_slots",
	{
		uploadId: text("upload_id").primaryKey(),
		creatorId: text("creator_id").notNull(),
		/** YYYY-MM (UTC) in which the slot was taken */
		month: text("month").notNull(),
		at: integer("at").notNull(),
	},
	(table) => [index("upload_slots_creator").on(table.creatorId, table.month)],
);

/**
 * Bytes that published uploads keep in the store, one row an upload; what the upload quota's storage is
 * rebuilt from. Written with the published flag, removed when the share's originals are.
 */
export const storedUploads = sqliteTable(
	"stored_uploads",
	{
		uploadId: text("upload_id").primaryKey(),
		creatorId: text("creator_id").notNull(),
		/** `shares.id`; several uploads may have filled one share */
		shareId: text("share_id").notNull(),
		bytes: integer("bytes").notNull(),
	},
	(table) => [
		index("stored_uploads_creator").on(table.creatorId),
		index("stored_uploads_share").on(table.shareId),
	],
);
