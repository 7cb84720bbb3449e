import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Reduced copies that anyone may see. Originals are never among them. The browser sends its own
 * while the upload is still under way, so a row may stand before the row of its file does.
 */
export const renditions = sqliteTable(
	"renditions",
	{
		fileId: text("file_id").notNull(),
		/** `shares.id` */
		shareId: text("share_id").notNull(),
		kind: text("kind", { enum: ["image", "watermarked", "clip", "poster", "listing"] }).notNull(),
		/** names the content: SHA-256, URL-safe */
		hash: text("hash").notNull(),
		mimeType: text("mime_type").notNull(),
		/** bytes */
		size: integer("size").notNull(),
		/** pixels of the original, for true proportions */
		width: integer("width"),
		height: integer("height"),
		/** of the rendition, in ms */
		durationMs: integer("duration_ms"),
		/** null for renditions small enough to stand in `inline` alone */
		objectKey: text("object_key"),
		/** a data URI, for images of at most 4 KB */
		inline: text("inline"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.fileId, table.kind] }),
		index("renditions_share").on(table.shareId),
		index("renditions_hash").on(table.hash),
	],
);

/** Images whose preview was not made at publish for want of time; a cron makes it. */
export const duePreviews = sqliteTable("due_previews", {
	fileId: text("file_id").primaryKey(),
	createdAt: integer("created_at").notNull(),
});
