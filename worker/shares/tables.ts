import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "../accounts/tables.ts";

/** What a creator sells under one link. Times in ms, money in cents, sizes in bytes. */
export const shares = sqliteTable(
	"shares",
	{
		id: text("id").primaryKey(),
		/** the slug */
		slug: text("slug").notNull().unique(),
		creatorId: text("creator_id")
			.notNull()
			.references(() => users.id),
		title: text("title").notNull(),
		description: text("description"),
		priceCents: integer("price_cents").notNull(),
		saleMode: text("sale_mode", { enum: ["each", "link"] })
			.notNull()
			.default("each"),
		maxSales: integer("max_sales"),
		selling: integer("selling", { mode: "boolean" }).notNull().default(true),
		/** the creator shows it on their page */
		listed: integer("listed", { mode: "boolean" }).notNull().default(false),
		/** ends sales, not the access of buyers */
		expiresAt: integer("expires_at"),
		/** `uploading` until every byte is stored; `published` is set last */
		status: text("status", { enum: ["uploading", "published", "deleted", "taken_down"] }).notNull(),
		imagePreview: text("image_preview", { enum: ["blur", "watermark"] })
			.notNull()
			.default("blur"),
		clipPreview: text("clip_preview", { enum: ["30", "60", "whole"] })
			.notNull()
			.default("30"),
		/** whose picture stands for the share: a file's id, the share's own for an uploaded one, or the default */
		coverFileId: text("cover_file_id"),
		/** when what its page shows last changed, in ms; null before */
		changedAt: integer("changed_at"),
		/** set by the first checkout; from then on the sale mode is fixed */
		checkoutBegunAt: integer("checkout_begun_at"),
		fileCount: integer("file_count").notNull().default(0),
		totalSize: integer("total_size").notNull().default(0),
		createdAt: integer("created_at").notNull(),
		publishedAt: integer("published_at"),
		deletedAt: integer("deleted_at"),
		/** of a deleted share: until when its buyers may download; null when nobody may */
		keptUntil: integer("kept_until"),
		/** the remaining step for a deleted share before its content is removed; null when it is removed */
		deletion: text("deletion", { enum: ["refund", "tell", "kept"] }),
	},
	(table) => [
		index("shares_creator").on(table.creatorId, table.createdAt),
		index("shares_listed").on(table.creatorId, table.publishedAt).where(sql`listed`),
		index("shares_deletion").on(table.keptUntil).where(sql`deletion is not null`),
		/** deletions whose next step does not wait for the end of the buyers' period */
		index("shares_deleting")
			.on(table.deletedAt)
			.where(sql`deletion is not null and (deletion <> 'kept' or kept_until is null)`),
		index("shares_uploading").on(table.createdAt).where(sql`status = 'uploading'`),
		check("shares_price", sql`${table.priceCents} >= 1`),
	],
);

export const files = sqliteTable(
	"files",
	{
		id: text("id").primaryKey(),
		/** `shares.id`, not the slug */
		shareId: text("share_id")
			.notNull()
			.references(() => shares.id),
		/** order within the share and its archives, from 0 */
		position: integer("position").notNull(),
		/** order on the share's page where its creator changed it; archives keep `position` */
		pageOrder: integer("page_order"),
		originalName: text("original_name").notNull(),
		/** from our own table by extension, never from the browser */
		mimeType: text("mime_type").notNull(),
		size: integer("size").notNull(),
		folderPath: text("folder_path").notNull(),
		objectKey: text("object_key").notNull().unique(),
		etag: text("etag").notNull(),
		/** unsigned CRC-32 of the whole file, computed while it was received */
		crc32: integer("crc32").notNull(),
		modifiedAt: integer("modified_at").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [uniqueIndex("files_share_position").on(table.shareId, table.position)],
);
