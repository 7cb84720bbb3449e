import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { ERRORS, type ErrorCode } from "../../contract/errors.ts";
import type { PlatformCtx } from "../context.ts";

const MARK = "ends_batch:";
const MARKED = new RegExp(`${MARK}([\\w.]+)`);

type Row = { readonly table: SQLiteTable; readonly where: SQL | undefined };

/**
 * Ends the batch without any effect if `condition` doesn't hold for the row at that point; the request is refused
 * with `code`. Without such a row, the batch continues.
 */
export function endBatchUnless(
	ctx: Pick<PlatformCtx, "db">,
	{ table, where }: Row,
	condition: SQL,
	code: ErrorCode,
) {
	// An invalid JSON path: the only error that a statement can choose to raise outside a trigger.
	const endsBatch = sql`json_extract('{}', iif(${condition}, '$', ${MARK + code}))`;
	return ctx.db.select({ endsBatch }).from(table).where(where);
}

export function codeOfEndedBatch(error: unknown): ErrorCode | undefined {
	if (!(error instanceof Error)) return undefined;
	const [, code] = MARKED.exec(error.message) ?? [];
	return code !== undefined && code in ERRORS ? (code as ErrorCode) : codeOfEndedBatch(error.cause);
}
