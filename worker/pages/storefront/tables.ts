import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "../../core/tables.ts";

export const creatorPages = sqliteTable("creator_pages", {
	userId: text("user_id")
		.primaryKey()
		.references(() => users.id),
	line: text("line"),
	links: text("links", { mode: "json" }).$type<string[]>().notNull(),
	/** in the picture's URL and key; every picture gets a new one */
	avatarId: text("avatar_id").unique(),
	avatarType: text("avatar_type"),
	avatarSize: integer("avatar_size"),
	avatarAt: integer("avatar_at"),
	createdAt: integer("created_at").notNull(),
});

/** Present and former handles of all creators, so that no handle has two owners. */
export const creatorHandles = sqliteTable(
	"creator_handles",
	{
		/** lower case */
		handle: text("handle").primaryKey(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		/** null for the current handle; former ones redirect and stay reserved until then */
		reservedUntil: integer("reserved_until"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		uniqueIndex("creator_handles_current").on(table.userId).where(sql`reserved_until is null`),
		index("creator_handles_user").on(table.userId),
		index("creator_handles_reserved")
			.on(table.reservedUntil)
			.where(sql`reserved_until is not null`),
	],
);
