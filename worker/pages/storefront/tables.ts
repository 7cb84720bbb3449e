import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "../../core/tables.ts";

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
