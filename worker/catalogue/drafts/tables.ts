import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "../../core/tables.ts";
import type { DraftDetails } from "./contract.ts";

/** Deleted when they are published or discarded. */
export const drafts = sqliteTable(
	"drafts",
	{
		id: text("id").notNull(),
		creatorId: text("creator_id")
			.notNull()
			.references(() => users.id),
		details: text("details", { mode: "json" }).$type<DraftDetails>().notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.creatorId, table.id] }),
		index("drafts_creator").on(table.creatorId, table.updatedAt),
	],
);
