import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { TemplateDetails } from "../../contract/catalogue/templates.ts";
import { users } from "../../core/tables.ts";

/** Description, licence and settings that a creator keeps under a name, for further shares. */
export const templates = sqliteTable(
	"templates",
	{
		id: text("id").primaryKey(),
		creatorId: text("creator_id")
			.notNull()
			.references(() => users.id),
		name: text("name").notNull(),
		details: text("details", { mode: "json" }).$type<TemplateDetails>().notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
		/** raised by each edit: the `ETag` */
		revision: integer("revision").notNull().default(0),
	},
	(table) => [
		uniqueIndex("templates_name").on(table.creatorId, table.name),
		index("templates_creator").on(table.creatorId, table.createdAt),
	],
);
