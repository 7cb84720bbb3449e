import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { PlatformCtx } from "../context.ts";
import { endBatchUnless, requireRow } from "./ending-batch.ts";

/**
 * A row's `revision`, incremented by every edit, is its `ETag`. The database compares it with `If-Match` in the
 * batch of the effect, so that of two programs that have read the same revision one wins.
 */

type Revised = SQLiteTable & { readonly revision: SQLiteColumn };
type Identified = SQLiteTable & { readonly id: SQLiteColumn };

/**
 * Aborts the batch unless the row's revision is one of `ctx.revisions`. Must precede the statement that raises it.
 */
export function unlessChanged(
	ctx: PlatformCtx & { readonly revisions?: readonly number[] },
	table: Revised,
	where: SQL | undefined,
) {
	const isKnown = ctx.revisions
		? sql`${table.revision} in (select value from json_each(${JSON.stringify(ctx.revisions)}))`
		: sql`1`;
	return endBatchUnless(ctx, { table, where }, isKnown, "request.changed_meanwhile");
}

/**
 * Aborts the batch if another writer has raised the revision of one of these rows since they were read. `condition`
 * covers columns that change without raising it.
 */
export function unlessRaised(
	ctx: PlatformCtx,
	table: Revised & Identified,
	rows: readonly { readonly id: string; readonly revision: number }[],
	condition: SQL = sql`1`,
) {
	const read = JSON.stringify(Object.fromEntries(rows.map(({ id, revision }) => [id, revision])));
	const revision = sql`(select value from json_each(${read}) where key = ${table.id})`;
	const where = sql`${table.id} in (select key from json_each(${read}))`;
	const isUnchanged = sql`${table.revision} = ${revision} and ${condition}`;
	return endBatchUnless(ctx, { table, where }, isUnchanged, "request.changed_meanwhile");
}

/**
 * Aborts the batch if one of these columns has changed since the row was read, or the row is gone: the lock for tables
 * without a revision.
 */
export function unlessSame<T extends Identified, Name extends keyof T["$inferSelect"] & string>(
	ctx: PlatformCtx,
	table: T,
	row: Pick<T["$inferSelect"], Name> & { readonly id: string },
	names: readonly Name[],
) {
	const columns: Readonly<Record<string, SQLiteColumn>> = getTableColumns(table);
	const same = names.map((name) => {
		const column = columns[name];
		return column && sql`${column} is ${sql.param(row[name], column)}`;
	});
	const where = and(eq(table.id, row.id), ...same);
	return requireRow(ctx, { table, where }, "request.changed_meanwhile");
}

/** Based on the time, so that none returns after a backup was restored. */
export const nextRevision = (ctx: Pick<PlatformCtx, "now">, { revision }: Revised) => ({
	revision: sql`max(${ctx.now()}, ${revision} + 1)`,
});
