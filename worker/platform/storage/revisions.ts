import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { PlatformCtx } from "../context.ts";
import { endBatchUnless } from "./ending-batch.ts";

/**
 * A row's `revision`, incremented by every edit, is its `ETag`. The database compares it with `If-Match` in the
 * batch of the effect, so that of two programs that have read the same revision one wins.
 */

type Revised = SQLiteTable & { readonly revision: SQLiteColumn };

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

/** Based on the time, so that none returns after a backup was restored. */
export const nextRevision = (ctx: Pick<PlatformCtx, "now">, { revision }: Revised) => ({
	revision: sql`max(${ctx.now()}, ${revision} + 1)`,
});
