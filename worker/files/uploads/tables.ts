import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "../../core/tables.ts";

/** Lets a creator list uploads; only their session object knows their progress. Times in ms. */
export const uploads = sqliteTable(
	"uploads",
	{
		id: text("id").primaryKey(),
		creatorId: text("creator_id")
			.notNull()
			.references(() => users.id),
		/** `shares.id`; the row is gone if the upload of a new share was abandoned */
		shareId: text("share_id").notNull(),
		state: text("state", { enum: ["open", "done", "abandoned"] }).notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		index("uploads_creator").on(table.creatorId, table.createdAt),
		index("uploads_open").on(table.createdAt).where(sql`state = 'open'`),
		index("uploads_ended").on(table.createdAt).where(sql`state <> 'open'`),
		index("uploads_share").on(table.shareId),
	],
);
