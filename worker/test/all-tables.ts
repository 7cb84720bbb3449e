import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";

const modules = import.meta.glob<Record<string, unknown>>("../**/tables.ts", { eager: true });

/** Every table of the database with its name and the names of its properties, from the slices' `tables.ts`. */
export const TABLES = Object.values(modules)
	.flatMap((exports) => Object.values(exports))
	.filter((value): value is SQLiteTable => is(value, SQLiteTable))
	.map((table) => ({
		table,
		name: getTableName(table),
		columns: Object.keys(getTableColumns(table)),
	}));
