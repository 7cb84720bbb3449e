import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { RENDITION_KINDS } from "../contract/shares.ts";

/**
 * Reduced copies that anyone may see, never originals. The browser sends its own while the upload is in
 * progress, so a row may exist before the row of its file.
 */
export const renditions = sqliteTable(
	"renditions",
	{
		fileId: text("file_id").notNull(),
		/** `shares.id` */
		shareId: text("share_id").notNull(),
		kind: text("kind", { enum: RENDITION_KINDS }).notNull(),
		/** identifies the content: SHA-256, URL-safe */
		hash: text("hash").notNull(),
		mimeType: text("mime_type").notNull(),
		/** bytes */
		size: integer("size").notNull(),
		/** pixels of the original, for true proportions */
		width: integer("width"),
		height: integer("height"),
		/** of the rendition, in ms */
		durationMs: integer("duration_ms"),
		/** of the original, in ms */
		originalMs: integer("original_ms"),
		/** number of pages of the original */
		pages: integer("pages"),
		/** null for renditions small enough to be stored in `inline` alone */
		objectKey: text("object_key"),
		/** a data URI for images of at most 4 KB; a waveform's digits as they are */
		inline: text("inline"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.fileId, table.kind] }),
		index("renditions_share").on(table.shareId),
		index("renditions_hash").on(table.hash),
	],
);

/** Images whose preview was not created at publishing for lack of time; a cron creates it. */
export const duePreviews = sqliteTable(
	"due_previews",
	{
		fileId: text("file_id").primaryKey(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [index("due_previews_created").on(table.createdAt)],
);
