import { type SQL, sql } from "drizzle-orm";

/** Rows per statement of an export: enough for few round trips, and few enough for an isolate's memory. */
export const EXPORT_ROWS = 1000;

/**
 * All rows of a list, page by page: `read` returns the next `EXPORT_ROWS` after the previous page's last row, or from
 * the beginning, in an index's order.
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

/** The pages with each row presented. */
export async function* mapPages<Row, Shown>(
	pages: AsyncIterable<Row[]>,
	present: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
	for await (const rows of pages) yield rows.map(present);
}

/** True after a row in the order of these columns; always true at the beginning. */
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
