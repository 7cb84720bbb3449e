import { type SQLWrapper, sql } from "drizzle-orm";
import {
	check,
	index,
	integer,
	primaryKey,
	sqliteTable,
	sqliteView,
	text,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { type Currency, DEFAULT_CURRENCY } from "../../contract/money.ts";
import { users } from "../../core/tables.ts";
import type { Choosing } from "./contract/choosing.ts";
import type { UploadedFields } from "./contract/file-fields.ts";
import type { RenditionKind } from "./contract/shares.ts";
import type { Singles } from "./contract/singles.ts";

/** Times in ms, money in cents, sizes in bytes. */
export const shares = sqliteTable(
	"shares",
	{
		id: text("id").primaryKey(),
		slug: text("slug").notNull().unique(),
		creatorId: text("creator_id")
			.notNull()
			.references(() => users.id),
		title: text("title").notNull(),
		/** see `titleKey`; null for `lower(title)` */
		titleKey: text("title_key"),
		description: text("description"),
		/** `licences.id` of the text that buyers get now */
		licenceId: text("licence_id"),
		pricing: text("pricing", { enum: ["fixed", "chosen", "free"] })
			.notNull()
			.default("fixed"),
		currency: text("currency").$type<Currency>().notNull().default(DEFAULT_CURRENCY),
		/** the minimum if buyers choose */
		priceCents: integer("price_cents").notNull(),
		/** if buyers choose the price; null for the minimum */
		suggestedCents: integer("suggested_cents"),
		/** if false, a free share is open to everyone and has no purchases */
		asksAddress: integer("asks_address", { mode: "boolean" }).notNull().default(true),
		/** only for bundles: owners of some parts pay all, or the missing parts' fraction */
		ownedParts: text("owned_parts", { enum: ["full", "less"] }),
		saleMode: text("sale_mode", { enum: ["each", "link"] })
			.notNull()
			.default("each"),
		maxSales: integer("max_sales"),
		selling: integer("selling", { mode: "boolean" }).notNull().default(true),
		listed: integer("listed", { mode: "boolean" }).notNull().default(false),
		/** search engines may show it */
		indexed: integer("indexed", { mode: "boolean" }).notNull().default(true),
		/** until then visible to its creator and earlier buyers */
		opensAt: integer("opens_at"),
		/** ends sales, and buyers' access if `endsAccess` */
		expiresAt: integer("expires_at"),
		endsAccess: integer("ends_access", { mode: "boolean" }).notNull().default(false),
		passwordHash: text("password_hash"),
		/** SHA-256 of the token that a browser gets for the password */
		unlockHash: text("unlock_hash"),
		/** given by the creator's program */
		externalId: text("external_id"),
		/** `published` is set last */
		status: text("status", { enum: ["uploading", "published", "deleted", "taken_down"] }).notNull(),
		/** waits for the scanner, or for the operator after a match */
		checking: text("checking", { enum: ["pending", "found"] }),
		/** by an authority's order, not by our own rules */
		legalOrder: integer("legal_order", { mode: "boolean" }).notNull().default(false),
		imagePreview: text("image_preview", { enum: ["blur", "watermark", "none"] })
			.notNull()
			.default("blur"),
		clipPreview: text("clip_preview", { enum: ["30", "60", "whole"] })
			.notNull()
			.default("30"),
		/** a file's id, the share's own for an uploaded cover, or null for the default */
		coverFileId: text("cover_file_id"),
		/** ids of at most three files, shown sharp before payment */
		samples: text("samples", { mode: "json" }).$type<string[]>().notNull().default([]),
		/** with their creator's name across them */
		samplesMarked: integer("samples_marked", { mode: "boolean" }).notNull().default(true),
		/** prices of single files; null if only the whole share is sold */
		singles: text("singles", { mode: "json" }).$type<Singles>(),
		/** asks its clients to choose files; null if it doesn't */
		choosing: text("choosing", { mode: "json" }).$type<Choosing>(),
		/** last change of its page */
		changedAt: integer("changed_at"),
		/** from then on the sale mode is fixed */
		checkoutBegunAt: integer("checkout_begun_at"),
		fileCount: integer("file_count").notNull().default(0),
		totalSize: integer("total_size").notNull().default(0),
		createdAt: integer("created_at").notNull(),
		publishedAt: integer("published_at"),
		deletedAt: integer("deleted_at"),
		/** end of buyers' downloads from a deleted share; null if nobody may download */
		keptUntil: integer("kept_until"),
		/** next step before a deleted share's content is removed; null afterwards */
		deletion: text("deletion", { enum: ["refund", "tell", "kept"] }),
		/** the `ETag` */
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
		/** steps that don't wait for the end of the buyers' downloads */
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

/** `shares.id`, not the slug */
const shareId = () =>
	text("share_id")
		.notNull()
		.references(() => shares.id);

/** Rows never change: a purchase refers to the text that its buyer was shown. */
export const licences = sqliteTable(
	"licences",
	{
		id: text("id").primaryKey(),
		shareId: shareId(),
		text: text("text").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [index("licences_share").on(table.shareId)],
);

/** `purchase_parts` has the parts that buyers got. */
export const bundleParts = sqliteTable(
	"bundle_parts",
	{
		bundleId: text("bundle_id")
			.notNull()
			.references(() => shares.id),
		shareId: shareId(),
		position: integer("position").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.bundleId, table.shareId] }),
		index("bundle_parts_share").on(table.shareId),
	],
);

/** Queries read the views `files` and `earlierFiles`, so that none can forget the state. */
export const allFiles = sqliteTable(
	"all_files",
	{
		id: text("id").primaryKey(),
		shareId: shareId(),
		state: text("state", { enum: ["live", "earlier"] })
			.notNull()
			.default("live"),
		/** order in the share's archives, from 0; kept by replacements */
		position: integer("position").notNull(),
		/** order on the share's page if its creator changed it */
		pageOrder: integer("page_order"),
		originalName: text("original_name").notNull(),
		/** from our own table, never from the browser */
		mimeType: text("mime_type").notNull(),
		size: integer("size").notNull(),
		folderPath: text("folder_path").notNull(),
		objectKey: text("object_key").notNull().unique(),
		etag: text("etag").notNull(),
		/** unsigned, of the whole file */
		crc32: integer("crc32").notNull(),
		modifiedAt: integer("modified_at").notNull(),
		createdAt: integer("created_at").notNull(),
		version: integer("version").notNull().default(1),
		versionNote: text("version_note"),
		/** shows only name, type and size before payment, whatever its share shows */
		noPreview: integer("no_preview", { mode: "boolean" }).notNull().default(false),
		/** sold only with the whole share */
		wholeOnly: integer("whole_only", { mode: "boolean" }).notNull().default(false),
		hiddenPages: text("hidden_pages", { mode: "json" })
			.$type<RenditionKind[]>()
			.notNull()
			.default([]),
		/** its replacement, which may have been replaced since */
		replacedBy: text("replaced_by"),
		replacedAt: integer("replaced_at"),
		/** earlier buyers can download it; otherwise its object is purged, and the row remains for the history */
		kept: integer("kept", { mode: "boolean" }),
	},
	(table) => [
		uniqueIndex("all_files_version").on(table.shareId, table.position, table.version),
		index("all_files_successor").on(table.replacedBy).where(sql`replaced_by is not null`),
		check(
			"all_files_state",
			sql`(state = 'live', state = 'live', state = 'live') = (replaced_by is null, replaced_at is null, kept is null)`,
		),
	],
);

/** The files that shares have now. */
export const files = sqliteView("files").as((view) =>
	view.select().from(allFiles).where(sql`state = 'live'`),
);

export const earlierFiles = sqliteView("earlier_files").as((view) =>
	view.select().from(allFiles).where(sql`state = 'earlier'`),
);

/**
 * The id of the live version of a file, earlier or live itself; null once it is removed. Queries from one table need
 * an alias: the columns have no table's name there.
 */
export const liveVersionOf = ({ shareId, position }: Record<"shareId" | "position", SQLWrapper>) =>
	sql<string | null>`(select live.id from files live
		where live.share_id = ${shareId} and live.position = ${position})`;

/** For statements that write a share's live files. */
export const isLiveIn = (id: string) =>
	sql`${allFiles.shareId} = ${id} and ${allFiles.state} = 'live'`;

/** A small file as a finished ZIP entry; files without a row aren't packed. */
export const packEntries = sqliteTable(
	"pack_entries",
	{
		fileId: text("file_id")
			.primaryKey()
			.references(() => allFiles.id, { onDelete: "cascade" }),
		packKey: text("pack_key").notNull(),
		packOffset: integer("pack_offset").notNull(),
		/** bytes of local header, name and data */
		packLength: integer("pack_length").notNull(),
		/** 0 stored, 8 deflated */
		packMethod: integer("pack_method").notNull(),
		/** bytes */
		packDataSize: integer("pack_data_size").notNull(),
	},
	(table) => [index("pack_entries_pack").on(table.packKey)],
);

export type Replacement = {
	readonly file: string;
	readonly note: string | null;
	readonly keepEarlier: boolean;
};

export type NewFile = {
	readonly replaces?: Replacement | null;
} & Partial<UploadedFields> &
	Pick<
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

/** `checking` waits for the scanner, `found` for the operator, `released` to be published. Deleted once published. */
export const quarantinedUploads = sqliteTable(
	"quarantined_uploads",
	{
		id: text("id").primaryKey(),
		shareId: shareId(),
		creatorId: text("creator_id").notNull(),
		month: text("month").notNull(),
		bytes: integer("bytes").notNull(),
		addsTo: integer("adds_to", { mode: "boolean" }).notNull(),
		/** `added`: the files have rows, but later steps remain */
		state: text("state", { enum: ["checking", "found", "released", "added"] }).notNull(),
		/** when the operator was notified of an unresponsive scanner */
		toldAt: integer("told_at"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		index("quarantined_uploads_share").on(table.shareId),
		index("quarantined_uploads_creator").on(table.creatorId),
		index("quarantined_uploads_waiting").on(table.createdAt).where(sql`state <> 'found'`),
	],
);

export const quarantinedFiles = sqliteTable(
	"quarantined_files",
	{
		id: text("id").primaryKey(),
		uploadId: text("upload_id")
			.notNull()
			.references(() => quarantinedUploads.id, { onDelete: "cascade" }),
		position: integer("position").notNull(),
		file: text("file", { mode: "json" }).$type<NewFile>().notNull(),
		/** null until the scanner has answered */
		verdict: text("verdict", { enum: ["clean", "match"] }),
		found: text("found"),
		attempts: integer("attempts").notNull().default(0),
		dueAt: integer("due_at").notNull(),
	},
	(table) => [
		index("quarantined_files_upload").on(table.uploadId, table.position),
		index("quarantined_files_due").on(table.dueAt).where(sql`verdict is null`),
	],
);

export type ShareRow = typeof shares.$inferSelect;
export type FileRow = typeof files.$inferSelect;
