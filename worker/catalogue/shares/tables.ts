import { sql } from "drizzle-orm";
import {
	check,
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { RenditionKind } from "../../contract/catalogue/shares.ts";
import { type Currency, DEFAULT_CURRENCY } from "../../contract/money.ts";
import { users } from "../../core/tables.ts";

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
		/** the title as the creator's list finds and sorts it, see `titleKey`; null for `lower(title)` */
		titleKey: text("title_key"),
		description: text("description"),
		/** `licences.id` of the text that buyers get now; null without one */
		licenceId: text("licence_id"),
		pricing: text("pricing", { enum: ["fixed", "chosen", "free"] })
			.notNull()
			.default("fixed"),
		/** its creator's */
		currency: text("currency").$type<Currency>().notNull().default(DEFAULT_CURRENCY),
		/** if buyers choose the price: the minimum; 0 for a free one */
		priceCents: integer("price_cents").notNull(),
		/** if buyers choose the price: the suggestion; null for the minimum */
		suggestedCents: integer("suggested_cents"),
		/** a free share asks for an address, so that there is a purchase; otherwise it is open to everyone */
		asksAddress: integer("asks_address", { mode: "boolean" }).notNull().default(true),
		/**
		 * set for a bundle, which has parts instead of files: what owners of some parts pay, all of the price or the
		 * fraction for the missing parts
		 */
		ownedParts: text("owned_parts", { enum: ["full", "less"] }),
		saleMode: text("sale_mode", { enum: ["each", "link"] })
			.notNull()
			.default("each"),
		maxSales: integer("max_sales"),
		selling: integer("selling", { mode: "boolean" }).notNull().default(true),
		/** the creator shows it on their page */
		listed: integer("listed", { mode: "boolean" }).notNull().default(false),
		/** search engines may show it */
		indexed: integer("indexed", { mode: "boolean" }).notNull().default(true),
		/** until then only its creator and earlier buyers see what it is */
		opensAt: integer("opens_at"),
		/** ends sales, and buyers' access if `endsAccess` */
		expiresAt: integer("expires_at"),
		endsAccess: integer("ends_access", { mode: "boolean" }).notNull().default(false),
		/** of the visitors' password, with its salt and parameters; null without one */
		passwordHash: text("password_hash"),
		/** SHA-256 of the token that a browser gets for that password */
		unlockHash: text("unlock_hash"),
		/** the id that the creator's program has given it */
		externalId: text("external_id"),
		/** `uploading` until every byte is stored; `published` is set last */
		status: text("status", { enum: ["uploading", "published", "deleted", "taken_down"] }).notNull(),
		/** its files wait for the scanner's answer, or for the operator's after a match; null without any */
		checking: text("checking", { enum: ["pending", "found"] }),
		/** taken down by an authority's order, not by our own rules */
		legalOrder: integer("legal_order", { mode: "boolean" }).notNull().default(false),
		imagePreview: text("image_preview", { enum: ["blur", "watermark", "none"] })
			.notNull()
			.default("blur"),
		clipPreview: text("clip_preview", { enum: ["30", "60", "whole"] })
			.notNull()
			.default("30"),
		/** the picture of the share: a file's id, the share's own for an uploaded one, or null for the default */
		coverFileId: text("cover_file_id"),
		/** the pictures shown sharp before payment: ids of files, three at most */
		samples: text("samples", { mode: "json" }).$type<string[]>().notNull().default([]),
		/** when what its page shows last changed, in ms; null before */
		changedAt: integer("changed_at"),
		/** set by the first checkout; from then on the sale mode is fixed */
		checkoutBegunAt: integer("checkout_begun_at"),
		fileCount: integer("file_count").notNull().default(0),
		totalSize: integer("total_size").notNull().default(0),
		createdAt: integer("created_at").notNull(),
		publishedAt: integer("published_at"),
		deletedAt: integer("deleted_at"),
		/** for a deleted share: until when its buyers may download; null if nobody may */
		keptUntil: integer("kept_until"),
		/** the remaining step for a deleted share before its content is removed; null when it is removed */
		deletion: text("deletion", { enum: ["refund", "tell", "kept"] }),
		/** incremented by each edit: the `ETag` */
		revision: integer("revision").notNull().default(0),
	},
	(table) => [
		index("shares_creator").on(table.creatorId, table.createdAt),
		index("shares_creator_order").on(table.creatorId, table.createdAt, table.id),
		uniqueIndex("shares_external")
			.on(table.creatorId, table.externalId)
			.where(sql`external_id is not null and status <> 'deleted'`),
		index("shares_published").on(table.publishedAt).where(sql`published_at is not null`),
		index("shares_listed").on(table.creatorId, table.publishedAt).where(sql`listed`),
		index("shares_deletion").on(table.keptUntil).where(sql`deletion is not null`),
		/** deletions whose next step does not wait for the end of the buyers' period */
		index("shares_deleting")
			.on(table.deletedAt)
			.where(sql`deletion is not null and (deletion <> 'kept' or kept_until is null)`),
		index("shares_uploading").on(table.createdAt).where(sql`status = 'uploading'`),
		check(
			"shares_price",
			sql`case ${table.pricing} when 'fixed' then ${table.priceCents} >= 1
				when 'free' then ${table.priceCents} = 0 and ${table.saleMode} = 'each'
				else ${table.priceCents} >= 0 end`,
		),
	],
);

/**
 * What buyers may do with a share's files: the current version, and every bought one. Rows never change: a purchase
 * refers to the text that its buyer was shown.
 */
export const licences = sqliteTable(
	"licences",
	{
		id: text("id").primaryKey(),
		/** `shares.id` */
		shareId: text("share_id")
			.notNull()
			.references(() => shares.id),
		text: text("text").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [index("licences_share").on(table.shareId)],
);

/** A bundle's present parts; `purchase_parts` has what a buyer has paid for. */
export const bundleParts = sqliteTable(
	"bundle_parts",
	{
		/** `shares.id` of the bundle */
		bundleId: text("bundle_id")
			.notNull()
			.references(() => shares.id),
		/** `shares.id` of the part, which belongs to the same creator and isn't a bundle */
		shareId: text("share_id")
			.notNull()
			.references(() => shares.id),
		/** order on the bundle's page, from 0 */
		position: integer("position").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.bundleId, table.shareId] }),
		index("bundle_parts_share").on(table.shareId),
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
		/** order on the share's page if its creator changed it; archives keep `position` */
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
		/** from 1; a replacement has the former number plus one */
		version: integer("version").notNull().default(1),
		/** what its creator says is new in this version */
		versionNote: text("version_note"),
		/** shows nothing before payment except name, type and size, whatever its share shows */
		noPreview: integer("no_preview", { mode: "boolean" }).notNull().default(false),
		/** the document's pages that its creator hides */
		hiddenPages: text("hidden_pages", { mode: "json" })
			.$type<RenditionKind[]>()
			.notNull()
			.default([]),
	},
	(table) => [uniqueIndex("files_share_position").on(table.shareId, table.position)],
);

/**
 * Replaced files, unchanged. A kept one is for earlier buyers; the objects of the others are purged, but their rows
 * stay until their share is erased, for the history of versions.
 */
export const earlierFiles = sqliteTable(
	"earlier_files",
	{
		/** the file's */
		id: text("id").primaryKey(),
		/** `shares.id` */
		shareId: text("share_id")
			.notNull()
			.references(() => shares.id),
		/** the id of its replacement, which may have been replaced since */
		replacedBy: text("replaced_by").notNull(),
		replacedAt: integer("replaced_at").notNull(),
		kept: integer("kept", { mode: "boolean" }).notNull(),
		position: integer("position").notNull(),
		pageOrder: integer("page_order"),
		originalName: text("original_name").notNull(),
		mimeType: text("mime_type").notNull(),
		size: integer("size").notNull(),
		folderPath: text("folder_path").notNull(),
		objectKey: text("object_key").notNull().unique(),
		etag: text("etag").notNull(),
		crc32: integer("crc32").notNull(),
		modifiedAt: integer("modified_at").notNull(),
		createdAt: integer("created_at").notNull(),
		version: integer("version").notNull(),
		versionNote: text("version_note"),
		noPreview: integer("no_preview", { mode: "boolean" }).notNull().default(false),
	},
	(table) => [
		index("earlier_files_share").on(table.shareId, table.replacedAt),
		index("earlier_files_successor").on(table.replacedBy),
	],
);

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

/** The file that a new one replaces, and whether it is kept. */
export type Replacement = {
	/** the id of the file that is replaced */
	readonly file: string;
	readonly note: string | null;
	readonly keepEarlier: boolean;
};

/** A file whose bytes are stored, about to be inserted as a row. */
export type NewFile = {
	readonly replaces?: Replacement | null;
	/** nothing of it is shown before payment; its replacements inherit that */
	readonly noPreview?: boolean;
} & Pick<
	typeof files.$inferSelect,
	| "id"
	| "originalName"
	| "mimeType"
	| "size"
	| "folderPath"
	| "objectKey"
	| "etag"
	| "crc32"
	| "modifiedAt"
>;

/**
 * Complete uploads that wait for the scanner (`checking`), for the operator after a match (`found`), or to be
 * published (`released`). The row is deleted once they are published.
 */
export const heldUploads = sqliteTable(
	"held_uploads",
	{
		/** the upload's */
		id: text("id").primaryKey(),
		/** `shares.id` */
		shareId: text("share_id")
			.notNull()
			.references(() => shares.id),
		creatorId: text("creator_id").notNull(),
		/** the month whose slot the upload uses, and the bytes that it stores */
		month: text("month").notNull(),
		bytes: integer("bytes").notNull(),
		/** the files are added to a share that is published */
		addsTo: integer("adds_to", { mode: "boolean" }).notNull(),
		/** `added`: its files are rows of `files`, but later steps remain */
		state: text("state", { enum: ["checking", "found", "released", "added"] }).notNull(),
		/** when the operator was notified that the scanner doesn't answer */
		toldAt: integer("told_at"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		index("held_uploads_share").on(table.shareId),
		index("held_uploads_creator").on(table.creatorId),
		index("held_uploads_waiting").on(table.createdAt).where(sql`state <> 'found'`),
	],
);

/** The files of held uploads; rows of `files` are made of them when they are published. */
export const heldFiles = sqliteTable(
	"held_files",
	{
		/** the file's */
		id: text("id").primaryKey(),
		uploadId: text("upload_id")
			.notNull()
			.references(() => heldUploads.id, { onDelete: "cascade" }),
		/** order within the upload, from 0 */
		position: integer("position").notNull(),
		/** the future row, as JSON */
		file: text("file", { mode: "json" }).$type<NewFile>().notNull(),
		/** null until the scanner has answered */
		verdict: text("verdict", { enum: ["clean", "match"] }),
		/** what the scanner found */
		found: text("found"),
		attempts: integer("attempts").notNull().default(0),
		nextAt: integer("next_at").notNull(),
	},
	(table) => [
		index("held_files_upload").on(table.uploadId, table.position),
		index("held_files_due").on(table.nextAt).where(sql`verdict is null`),
	],
);
