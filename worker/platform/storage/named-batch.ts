import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "./db.ts";

type Statement = BatchItem<"sqlite">;
type ResultOf<S> = S extends Statement ? S["_"]["result"] : undefined;

/** Runs statements as one transaction, in their order, and returns their results by name. Lists have no results. */
export async function namedBatch<S extends Record<string, Statement | readonly Statement[] | null>>(
	db: Db,
	named: S,
): Promise<{ [Name in keyof S]: ResultOf<S[Name]> }> {
	const entries = Object.entries(named).flatMap(([name, given]) =>
		(Array.isArray(given) ? given : [given]).flatMap((statement: Statement | null) =>
			statement === null ? [] : [{ name, statement, isOne: !Array.isArray(given) }],
		),
	);
	const [first, ...rest] = entries.map(({ statement }) => statement);
	const results: readonly unknown[] = first ? await db.batch([first, ...rest]) : [];
	const byName = entries.flatMap(({ name, isOne }, at) => (isOne ? [[name, results[at]]] : []));
	return Object.fromEntries(byName) as { [Name in keyof S]: ResultOf<S[Name]> };
}
