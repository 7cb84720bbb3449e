import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How far each sweep of the file store got, since one run does only a stretch of it. */
export const sweeps = sqliteTable("sweeps", {
	name: text("name").primaryKey(),
	cursor: text("cursor"),
	at: integer("at").notNull(),
});
