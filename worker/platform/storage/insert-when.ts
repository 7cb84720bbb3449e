import { type Column, getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./db.ts";

/** Values by the column's name, or expressions over the source's rows. */
type Values<T extends SQLiteTable> = {
	[Name in keyof T["$inferInsert"]]: T["$inferInsert"][Name] | SQL;
};

function expressionOf(column: Column, value: unknown): SQL {
	const given = value ?? (value === undefined ? (column.defaultFn?.() ?? column.default) : null);
	if (is(given, SQL)) return given;
	// A statement may bind a hundred variables.
	return given == null ? sql`null` : sql`${sql.param(given, column)}`;
}

/**
 * Inserts a row if `condition` holds at that point of the batch, or one for each row of `source` (the text after
 * `from`). `onConflict…` and `returning` may follow.
 */
export function insertWhen<T extends SQLiteTable>(
	db: Db,
	table: T,
	values: Values<T>,
	condition: SQL,
	source?: SQL,
) {
	const given: Readonly<Record<string, unknown>> = values;
	// Drizzle names every column of the table before a `select`, in this order.
	const columns = Object.entries(getTableColumns(table)).map(([name, column]) =>
		expressionOf(column, given[name]),
	);
	const from = source ? sql` from ${source}` : sql``;
	return db
		.insert(table)
		.select(sql`select ${sql.join(columns, sql`, `)}${from} where ${condition}`);
}
