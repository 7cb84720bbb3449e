import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { PlatformCtx } from "../context.ts";

/** Rows per statement, and statements per run; the next run continues. */
export const STEP_ROWS = 1000;
const STEPS = 20;

/** True for the next rows that meet `where`; needs an index that finds those. */
export function nextOf(table: SQLiteTable, where: SQL | undefined): SQL {
	return sql`rowid in (select rowid from ${table} where ${where} limit ${sql.raw(String(STEP_ROWS))})`;
}

/** Repeats a statement on `nextOf` a table's rows until it finds no more; it returns how many it found. */
export async function inSteps(step: () => Promise<number>): Promise<void> {
	for (let at = 0; at < STEPS; at++) if ((await step()) < STEP_ROWS) return;
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
