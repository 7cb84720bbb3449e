import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { PlatformCtx } from "../context.ts";

export const STEP_ROWS = 1000;
const STEPS = 20;

/** Needs an index that finds the rows of `where`. */
export function nextOf(table: SQLiteTable, where: SQL | undefined): SQL {
	return sql`rowid in (select rowid from ${table} where ${where} limit ${sql.raw(String(STEP_ROWS))})`;
}

/** `step` returns how many rows it found; the next run continues. */
export async function inSteps(step: () => Promise<number>): Promise<void> {
	for (let at = 0; at < STEPS; at++) if ((await step()) < STEP_ROWS) return;
}

export function updateInSteps<Table extends SQLiteTable>(
	ctx: PlatformCtx,
	table: Table,
	values: SQLiteUpdateSetSource<Table>,
	where: SQL | undefined,
): Promise<void> {
	return inSteps(async () => {
		const updated = await ctx.db
			.update(table)
			.set(values)
			.where(nextOf(table, where))
			.returning({ one: sql`1` });
		return updated.length;
	});
}

export function deleteInSteps(
	ctx: PlatformCtx,
	table: SQLiteTable,
	where: SQL | undefined,
): Promise<void> {
	return inSteps(async () => {
		const deleted = await ctx.db
			.delete(table)
			.where(nextOf(table, where))
			.returning({ one: sql`1` });
		return deleted.length;
	});
}
