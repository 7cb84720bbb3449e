/**
 * Returns rows as CSV (RFC 4180). Texts that a spreadsheet would evaluate as a formula get a leading
 * apostrophe; numbers are written as numbers and keep their sign.
 */
export function csv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
	const lines = [header, ...rows].map((row) => row.map(cell).join(","));
	// With a byte order mark, spreadsheets read the file as UTF-8.
	return `\ufeff${lines.join("\r\n")}\r\n`;
}

/** A text, which is escaped, or a number formatted by us, which is not. */
export type Cell = string | { readonly value: string } | null;

function cell(value: Cell): string {
	if (value === null) return "";
	if (typeof value === "object") return value.value;
	const guarded = /^\s*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
	return `"${guarded.replaceAll('"', '""')}"`;
}
