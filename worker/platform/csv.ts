export const CSV_TYPE = "text/csv; charset=utf-8";

/** Texts are escaped; numbers that we formatted are not. */
export type Cell = string | { readonly value: string } | null;

/**
 * Yields CSV (RFC 4180), a piece for each page. Texts that a spreadsheet would evaluate as a formula get a leading
 * apostrophe.
 */
export async function* csvPieces(
	header: readonly string[],
	pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
	let before: readonly (readonly Cell[])[] = [header];
	// The byte order mark makes spreadsheets read UTF-8.
	let start = "\ufeff";
	for await (const rows of pages) {
		yield start + linesOf([...before, ...rows]);
		before = [];
		start = "";
	}
}

export function csv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
	return `\ufeff${linesOf([header, ...rows])}`;
}

const linesOf = (rows: readonly (readonly Cell[])[]) =>
	rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

function cell(value: Cell): string {
	if (value === null) return "";
	if (typeof value === "object") return value.value;
	const guarded = /^\s*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
	return `"${guarded.replaceAll('"', '""')}"`;
}
