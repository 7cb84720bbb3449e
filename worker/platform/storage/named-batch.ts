import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "./db.ts";
import { failureOfEndedBatch } from "./ending-batch.ts";

type Statement = BatchItem<"sqlite">;
type ResultOf<S> = S extends Statement ? S["_"]["result"] : undefined;

export type NamedStatements = Record<string, Statement | readonly Statement[] | null>;
export type NamedResults<S> = { [Name in keyof S]: ResultOf<S[Name]> };

/**
 * Runs statements as one transaction, in their order, and returns their results by name. Lists have no results. Throws
 * the failure with which a statement ends the batch (`ending-batch.ts`).
 */
export async function namedBatch<S extends NamedStatements>(
	db: Db,
	named: S,
): Promise<NamedResults<S>> {
	const entries = Object.entries(named).flatMap(([name, given]) =>
		(Array.isArray(given) ? given : [given]).flatMap((statement: Statement | null) =>
			statement === null ? [] : [{ name, statement, isOne: !Array.isArray(given) }],
		),
	);
	const [first, ...rest] = entries.map(({ statement }) => statement);
	const results: readonly unknown[] = first
		? await db.batch([first, ...rest]).catch((error: unknown) => {
				throw failureOfEndedBatch(error) ?? error;
			})
		: [];
	const byName = entries.flatMap(({ name, isOne }, at) => (isOne ? [[name, results[at]]] : []));
	return Object.fromEntries(byName) as NamedResults<S>; // the statements decide their types
}
