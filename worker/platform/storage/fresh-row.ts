import type { PlatformCtx } from "../context.ts";
import { failure } from "../errors.ts";
import { repeatable } from "../retrying.ts";
import { codeOfEndedBatch } from "./ending-batch.ts";
import { type NamedResults, type NamedStatements, namedBatch } from "./named-batch.ts";

/** Each round lets one writer through, so that this many can edit at the same moment. */
const MAX_ROUNDS = 10;

/**
 * Reads rows, decides in TypeScript, and writes in one batch, whose first statement must be `unlessRaised` for the
 * rows that the decision depends on. Reads and decides again if another writer was faster. Throws
 * `request.changed_meanwhile` for a revision that `If-Match` doesn't name, or after ten rounds.
 */
export async function withFreshRow<
	Row extends { revision: number | null },
	S extends NamedStatements,
>(
	ctx: PlatformCtx & { readonly revisions?: readonly number[] },
	read: () => Promise<Row>,
	decide: (row: Row) => S | Promise<S>,
): Promise<NamedResults<S>> {
	for (let round = 1; ; round++) {
		const row = await read();
		if (ctx.revisions && row.revision !== null && !ctx.revisions.includes(row.revision))
			throw failure("request.changed_meanwhile");
		const statements = await decide(row);
		const write = () => namedBatch(ctx.db, statements);
		try {
			// If the answer was lost, a repetition with `If-Match` would find this edit's own revision.
			return await (ctx.revisions ? write() : repeatable(write));
		} catch (error) {
			const isRaised = codeOfEndedBatch(error) === "request.changed_meanwhile";
			if (!isRaised || round === MAX_ROUNDS) throw error;
		}
	}
}
