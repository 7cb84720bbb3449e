import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How far each clean-up of the file store got, since one run does only a stretch of it. */
export const jobCursors = sqliteTable("job_cursors", {
	name: text("name").primaryKey(),
	cursor: text("cursor"),
	at: integer("at").notNull(),
});
