import { type SQL, sql } from "drizzle-orm";

/** Rows of one statement of an export: large enough for few round trips, small enough for an isolate's memory. */
export const EXPORT_ROWS = 1000;

/**
 * All rows of a list, a page at a time: `read` returns the next `EXPORT_ROWS` after the last row of the page
 * before, or of the beginning, in an order that an index has.
 */
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

/** The pages with each row as `present` has it. */
export async function* mapPages<Row, Shown>(
	pages: AsyncIterable<Row[]>,
	present: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
	for await (const rows of pages) yield rows.map(present);
}

/** The condition of standing after a row in the order of these columns; always true at the beginning. */
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
