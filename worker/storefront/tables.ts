import { sql } from "drizzle-orm";
import {
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { users } from "../accounts/tables.ts";

/**
 * One row per viewer, share and UTC day; network and viewer are keyed hashes that differ for every share
 * and day, and are replaced by random values once the day is over.
 */
export const shareViews = sqliteTable(
	"share_views",
	{
		shareId: text("share_id").notNull(),
		/** YYYY-MM-DD */
		day: text("day").notNull(),
		network: text("network").notNull(),
		viewer: text("viewer").notNull(),
		at: integer("at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.shareId, table.day, table.network, table.viewer] }),
		index("share_views_fresh").on(table.at).where(sql`network <> ''`),
	],
);

/** What creators show about themselves on their pages. A creator has a page while there is a row. */
export const creatorPages = sqliteTable("creator_pages", {
	userId: text("user_id")
		.primaryKey()
		.references(() => users.id),
	line: text("line"),
	links: text("links", { mode: "json" }).$type<string[]>().notNull(),
	/** the id in the picture's URL and key; another picture gets another id */
	avatarId: text("avatar_id").unique(),
	avatarType: text("avatar_type"),
	/** bytes */
	avatarSize: integer("avatar_size"),
	avatarAt: integer("avatar_at"),
	createdAt: integer("created_at").notNull(),
});

/** The handles of all creators, present and former, so that one handle never has two owners. */
export const creatorHandles = sqliteTable(
	"creator_handles",
	{
		/** lower case */
		handle: text("handle").primaryKey(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		/** null for the current one; until then a former one redirects, and only its owner can take it */
		heldUntil: integer("held_until"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		uniqueIndex("creator_handles_current").on(table.userId).where(sql`held_until is null`),
		index("creator_handles_user").on(table.userId),
		index("creator_handles_held").on(table.heldUntil).where(sql`held_until is not null`),
	],
);
