import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { ERRORS, type ErrorCode, type ErrorReason, REASONS } from "../../contract/errors.ts";
import type { PlatformCtx } from "../context.ts";
import { type ApiError, failure } from "../errors.ts";

const MARK = "ends_batch:";
const MARKED = new RegExp(`${MARK}([\\w.]+)(?::([\\w.]+))?`);

type Row = { readonly table: SQLiteTable; readonly where: SQL | undefined };

// An invalid JSON path: the only error that a statement can choose to raise outside a trigger.
const endingUnless = (condition: SQL, code: ErrorCode, reason?: ErrorReason) =>
	sql`json_extract('{}', iif(${condition}, '$', ${MARK + code + (reason ? `:${reason}` : "")}))`.as(
		"ends_batch",
	);

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
	return ctx.db
		.select({ endsBatch: endingUnless(condition, code) })
		.from(table)
		.where(where);
}

/** Ends the batch without any effect unless `condition`, which names no row, holds at that point. */
export const requireHolds = (
	ctx: Pick<PlatformCtx, "db">,
	condition: SQL,
	code: ErrorCode,
	reason?: ErrorReason,
) => ctx.db.select({ endsBatch: endingUnless(condition, code, reason) }).from(sql`(select 1)`);

/** Ends the batch without any effect unless there is such a row at that point. */
export const requireRow = (
	ctx: Pick<PlatformCtx, "db">,
	{ table, where }: Row,
	code: ErrorCode,
	reason?: ErrorReason,
) => requireHolds(ctx, sql`exists (select 1 from ${table} where ${where ?? sql`1`})`, code, reason);

export function failureOfEndedBatch(error: unknown): ApiError | undefined {
	if (!(error instanceof Error)) return undefined;
	const [, code, reason] = MARKED.exec(error.message) ?? [];
	if (code === undefined || !(code in ERRORS)) return failureOfEndedBatch(error.cause);
	// Both were written by `endingUnless`.
	return reason !== undefined && reason in REASONS
		? failure(code as ErrorCode, { reason: reason as ErrorReason })
		: failure(code as ErrorCode);
}

export const codeOfEndedBatch = (error: unknown): ErrorCode | undefined =>
	failureOfEndedBatch(error)?.code;
