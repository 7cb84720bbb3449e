import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { files } from "../shares/tables.ts";

/** Reduced copies that anyone may see. Originals are never among them. */
export const renditions = sqliteTable(
	"renditions",
	{
		fileId: text("file_id")
			.notNull()
			.references(() => files.id, { onDelete: "cascade" }),
		kind: text("kind", { enum: ["image", "watermarked", "clip", "poster", "listing"] }).notNull(),
		/** names the content: SHA-256, URL-safe */
		hash: text("hash").notNull(),
		mimeType: text("mime_type").notNull(),
		/** bytes */
		size: integer("size").notNull(),
		/** pixels of the original, for true proportions */
		width: integer("width"),
		height: integer("height"),
		durationMs: integer("duration_ms"),
		/** null for renditions small enough to stand in `inline` alone */
		objectKey: text("object_key"),
		/** a data URI, for images of at most 4 KB */
		inline: text("inline"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.fileId, table.kind] }),
		index("renditions_hash").on(table.hash),
	],
);
