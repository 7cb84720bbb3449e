import type { DatabaseSync } from "node:sqlite";

/** Rows per statement: few enough for its memory, many enough to be fast. */
const CHUNK = 250_000;

/** Inserts `count` rows built from expressions over `i` (from 0) for which a condition holds. */
export function fillTable(
	db: DatabaseSync,
	table: string,
	count: number,
	columns: Readonly<Record<string, string | number>>,
	where = "true",
): void {
	const insert = db.prepare(`insert into ${table} (${Object.keys(columns).join(", ")})
		with recursive n(i) as (select ? union all select i + 1 from n where i + 1 < ?)
		select ${Object.values(columns).join(", ")} from n where ${where}`);
	for (let from = 0; from < count; from += CHUNK) insert.run(from, Math.min(from + CHUNK, count));
}
