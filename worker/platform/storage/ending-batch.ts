import { type SQL, sql } from "drizzle-orm";
import { ERRORS, type ErrorCode } from "../../contract/errors.ts";

/** In the database's error for `orEndBatch`, before the code. */
const MARK = "ends_batch:";
const MARKED = new RegExp(`${MARK}([\\w.]+)`);

/**
 * Returns an expression that ends the batch of its statement without any effect where `condition` doesn't hold at its
 * place there; the request is then refused with `code`.
 */
export function orEndBatch(condition: SQL, code: ErrorCode): SQL {
	// What is no path of JSON is an error: the only one that a statement can choose to make outside of a trigger.
	return sql`json_extract('{}', iif(${condition}, '$', ${MARK + code}))`;
}

/** Returns the code with which a batch was ended by `orEndBatch`; undefined for other errors. */
export function codeOfEndedBatch(error: unknown): ErrorCode | undefined {
	if (!(error instanceof Error)) return undefined;
	const [, code] = MARKED.exec(error.message) ?? [];
	return code !== undefined && code in ERRORS ? (code as ErrorCode) : codeOfEndedBatch(error.cause);
}
