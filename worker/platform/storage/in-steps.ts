import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { PlatformCtx } from "../context.ts";

/** Rows of one statement, and statements of one run: what exceeds them is left to the next run. */
export const STEP_ROWS = 1000;
const STEPS = 20;

/** The condition of being among the next rows that meet `where`; an index has to find those. */
export function nextOf(table: SQLiteTable, where: SQL | undefined): SQL {
	return sql`rowid in (select rowid from ${table} where ${where} limit ${sql.raw(String(STEP_ROWS))})`;
}

/** Repeats a statement on `nextOf` a table's rows until it finds no more; it returns how many it found. */
export async function inSteps(step: () => Promise<number>): Promise<void> {
	for (let at = 0; at < STEPS; at++) if ((await step()) < STEP_ROWS) return;
}

/** Deletes the rows that meet `where`, in steps of bounded size. */
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
