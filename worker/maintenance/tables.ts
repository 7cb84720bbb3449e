import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The progress of each cleanup of the file store, since one run covers only a part of it. */
export const jobCursors = sqliteTable("job_cursors", {
	name: text("name").primaryKey(),
	cursor: text("cursor"),
	at: integer("at").notNull(),
});

/** The state of the latest backup: one row. Not part of backups. */
export const backupState = sqliteTable("backup_state", {
	id: integer("id").primaryKey(),
	state: text("state").notNull(),
});

/** Rows written while the database is being backed up, noted by triggers. Not part of backups. */
export const backupChanges = sqliteTable("backup_changes", {
	seq: integer("seq").primaryKey({ autoIncrement: true }),
	/** the name of the table, and the row's `rowid` */
	table: text("table_name").notNull(),
	row: integer("row").notNull(),
});
