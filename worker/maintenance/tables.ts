import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The progress of each cleanup of the file store, since one run covers only a part of it. */
export const jobCursors = sqliteTable("job_cursors", {
	name: text("name").primaryKey(),
	cursor: text("cursor"),
	at: integer("at").notNull(),
});
