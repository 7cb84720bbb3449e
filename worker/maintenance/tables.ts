import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row; not part of backups. */
export const backupState = sqliteTable("backup_state", {
	id: integer("id").primaryKey(),
	state: text("state").notNull(),
});

/** Rows written during a backup, noted by triggers. Not part of backups. */
export const backupChanges = sqliteTable("backup_changes", {
	seq: integer("seq").primaryKey({ autoIncrement: true }),
	table: text("table_name").notNull(),
	row: integer("row").notNull(),
});
