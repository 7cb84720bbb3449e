import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { RENDITION_KINDS } from "../../catalogue/shares/contract/shares.ts";
import { allFiles } from "../../catalogue/shares/tables.ts";
import { PREVIEW_FAILURES } from "./contract/previews.ts";

/**
 * Reduced copies, never originals; `display` and `web` only for those who may download. A row may exist before its
 * file's row.
 */
export const renditions = sqliteTable(
	"renditions",
	{
		fileId: text("file_id").notNull(),
		shareId: text("share_id").notNull(),
		kind: text("kind", { enum: RENDITION_KINDS }).notNull(),
		/** SHA-256 of the content, URL-safe */
		hash: text("hash").notNull(),
		mimeType: text("mime_type").notNull(),
		/** bytes */
		size: integer("size").notNull(),
		/** pixels of the original */
		width: integer("width"),
		height: integer("height"),
		/** of the rendition */
		durationMs: integer("duration_ms"),
		/** of the original */
		originalMs: integer("original_ms"),
		/** start of a clip in the original, in ms; null for the beginning */
		startMs: integer("start_ms"),
		/** of the original */
		pages: integer("pages"),
		/** null if `inline` is the only copy */
		objectKey: text("object_key"),
		/** of an edition, for archives: the object's ETag, and its CRC-32, unsigned */
		etag: text("etag"),
		crc32: integer("crc32"),
		/** of a web edition: the longest edge, in pixels, that its share then sold */
		edge: integer("edge"),
		/** a data URI for images of at most 4 KB; a waveform's digits and tags unencoded */
		inline: text("inline"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.fileId, table.kind] }),
		index("renditions_share").on(table.shareId),
		index("renditions_hash").on(table.hash),
	],
);

/** Published files whose main preview the creator's browser should make on a later visit. */
export const missingPreviews = sqliteTable(
	"missing_previews",
	{
		fileId: text("file_id")
			.primaryKey()
			.references(() => allFiles.id, { onDelete: "cascade" }),
		creatorId: text("creator_id").notNull(),
		/** why a browser couldn't make it; null while none has tried */
		failure: text("failure", { enum: PREVIEW_FAILURES }),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [index("missing_previews_creator").on(table.creatorId, table.createdAt)],
);
