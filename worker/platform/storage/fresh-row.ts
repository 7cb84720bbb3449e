import type { PlatformCtx } from "../context.ts";
import { ApiError, failure } from "../errors.ts";
import { repeatable } from "../retrying.ts";
import { type NamedResults, type NamedStatements, namedBatch } from "./named-batch.ts";

/** Each round lets one writer through, so that this many can edit at the same moment. */
const MAX_ROUNDS = 10;

type Results<Row, S> = { readonly read: Row } & (S extends NamedStatements
	? NamedResults<S>
	: unknown);

/**
 * Reads rows, decides in TypeScript, and writes in one batch, whose first statement must be `unlessRaised` or
 * `unlessSame` for the rows that the decision depends on. Reads and decides again if another writer was faster.
 * Writes nothing if `decide` returns null. Returns the row as `read`, next to the statements' results. Throws `request.changed_meanwhile` for a revision that `If-Match` doesn't
 * name, or after ten rounds.
 */
export async function withFreshRow<Row extends object, S extends NamedStatements | null>(
	ctx: PlatformCtx & { readonly revisions?: readonly number[] },
	read: () => Promise<Row>,
	decide: (row: Row) => S | Promise<S>,
): Promise<Results<Row, S>> {
	for (let round = 1; ; round++) {
		const row = await read();
		const revision = "revision" in row ? row.revision : null;
		if (ctx.revisions && typeof revision === "number" && !ctx.revisions.includes(revision))
			throw failure("request.changed_meanwhile");
		const statements = await decide(row);
		// The statements decide the result's type.
		if (statements === null) return { read: row } as Results<Row, S>;
		const write = () => namedBatch(ctx.db, statements);
		try {
			// If the answer was lost, a repetition with `If-Match` would find this edit's own revision.
			const results = await (ctx.revisions ? write() : repeatable(write));
			return { read: row, ...results } as Results<Row, S>;
		} catch (error) {
			const isRaised = error instanceof ApiError && error.code === "request.changed_meanwhile";
			if (!isRaised || round === MAX_ROUNDS) throw error;
		}
	}
}
