import { type SQL, sql } from "drizzle-orm";

/** Few round trips, and few enough rows for an isolate's memory. */
export const EXPORT_ROWS = 1000;

/** `read` returns the next `EXPORT_ROWS` after a row, in an index's order. */
export async function* pagesOf<Row>(
	read: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
	for (let after: Row | undefined; ; ) {
		const rows = await read(after);
		yield rows;
		if (rows.length < EXPORT_ROWS) return;
		after = rows.at(-1);
	}
}

export async function* mapPages<Row, Shown>(
	pages: AsyncIterable<Row[]>,
	present: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
	for await (const rows of pages) yield rows.map(present);
}

/** Holds for all rows at the beginning. */
export const isBeyond = (
	direction: "<" | ">",
	columns: readonly SQL[],
	values: readonly (string | number | null)[] | undefined,
): SQL | undefined =>
	values &&
	sql`(${sql.join([...columns], sql`, `)}) ${sql.raw(direction)} (${sql.join(
		values.map((value) => sql`${value}`),
		sql`, `,
	)})`;
