import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { files } from "../../catalogue/shares/tables.ts";
import { RENDITION_KINDS } from "../../contract/catalogue/shares.ts";
import { PREVIEW_FAILURES } from "../../contract/files/previews.ts";

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
		/** where in the original a clip begins, in ms; null for the beginning */
		startMs: integer("start_ms"),
		/** number of pages of the original */
		pages: integer("pages"),
		/** null for renditions small enough to be stored in `inline` alone */
		objectKey: text("object_key"),
		/** a data URI for images of at most 4 KB; a waveform's digits and tags as they are */
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

/**
 * Published files without what they are shown by before payment. Their creator's browser makes it, during
 * the upload or on a later visit.
 */
export const missingPreviews = sqliteTable(
	"missing_previews",
	{
		fileId: text("file_id")
			.primaryKey()
			.references(() => files.id, { onDelete: "cascade" }),
		creatorId: text("creator_id").notNull(),
		/** why a browser could not make it; null while none has tried */
		failure: text("failure", { enum: PREVIEW_FAILURES }),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [index("missing_previews_creator").on(table.creatorId, table.createdAt)],
);
