import { type Column, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { PlatformCtx } from "../context.ts";

/** A table with work that waits: when it is due (ms), and how often it was tried. */
type Claimable = SQLiteTable & { readonly dueAt: Column; readonly attempts: Column };

/** ms after each attempt; the last one after every further attempt */
export type Waits = readonly number[];

/** Doubles the wait after every attempt, up to `maxMs`. */
export function doubling(firstMs: number, maxMs: number): Waits {
	return firstMs < maxMs ? [firstMs, ...doubling(2 * firstMs, maxMs)] : [maxMs];
}

/**
 * Claims the rows with these `rowid`s, and counts the attempt and sets the next one in the same statement: no
 * other run gets the same row before, and if a run dies, its rows become due again.
 */
export function claim<T extends Claimable>(
	ctx: PlatformCtx,
	table: T,
	{ due, waits }: { due: SQL; waits: Waits },
): Promise<T["$inferSelect"][]> {
	const wait = sql`json_extract(${JSON.stringify(waits)},
		'$[' || min(${table.attempts}, ${sql.raw(String(waits.length - 1))}) || ']')`;
	const set = { attempts: sql`${table.attempts} + 1`, dueAt: sql`${ctx.now()} + ${wait}` };
	return (
		ctx.db
			.update<SQLiteTable>(table)
			// Of a table that isn't known here, the compiler can't derive the columns.
			.set(set as SQLiteUpdateSetSource<SQLiteTable>)
			.where(sql`rowid in (${due})`)
			.returning()
	);
}
