/** Reads a table in CSV (RFC 4180) into its rows, by the titles in its first line. */
export function readCsv(text: string): Record<string, string>[] {
	const [titles = [], ...rows] = cells(text.replace(/^\ufeff/, ""));
	return rows.map((row) => Object.fromEntries(titles.map((title, at) => [title, row[at] ?? ""])));
}

function cells(text: string): string[][] {
	const rows: string[][] = [];
	let row: string[] = [];
	const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
	while (cell.lastIndex < text.length) {
		const match = cell.exec(text);
		if (!match) throw new Error("The server's table could not be read.");
		const [, quoted, plain = "", end] = match;
		row.push(quoted === undefined ? plain : unguarded(quoted.replaceAll('""', '"')));
		if (end === ",") {
			// An empty cell may end the text.
			if (cell.lastIndex === text.length) row.push("");
			continue;
		}
		rows.push(row);
		row = [];
	}
	if (row.length > 0) rows.push(row);
	return rows;
}

/** Without the apostrophe by which the server keeps spreadsheets from evaluating a text. */
const unguarded = (text: string): string => text.replace(/^'(?=\s*[=+\-@\t\r])/, "");
