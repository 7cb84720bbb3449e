import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { PlatformCtx } from "../context.ts";
import { endBatchUnless } from "./ending-batch.ts";

/*
 * What creators edit has a revision: a number in its row that each edit raises, and that is its `ETag`. A request
 * with `If-Match` has an effect only on one of the revisions that it names. The database compares them in the batch
 * of the effect, so that of two programs which have read the same revision one wins.
 */

type Revised = SQLiteTable & { readonly revision: SQLiteColumn };

/**
 * Returns the statement that ends a batch without any effect where the row which matches `where` has another
 * revision than one of `ctx.revisions`; where there is no such row, the verb itself refuses. It belongs before the
 * statement that raises the revision.
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

/** What an edit sets: a higher revision. By the time, so that none returns after a backup was restored. */
export const nextRevision = (ctx: Pick<PlatformCtx, "now">, { revision }: Revised) => ({
	revision: sql`max(${ctx.now()}, ${revision} + 1)`,
});
