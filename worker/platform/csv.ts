/**
 * Rows as CSV (RFC 4180). Texts that a spreadsheet would take for a formula get an apostrophe in
 * front; numbers are given as numbers and keep their sign.
 */
export function csv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
	const lines = [header, ...rows].map((row) => row.map(cell).join(","));
	// The mark lets spreadsheets read it as UTF-8.
	return `\ufeff${lines.join("\r\n")}\r\n`;
}

/** A text, which is guarded, or a figure that we have formatted ourselves, which is not. */
export type Cell = string | { readonly value: string } | null;

function cell(value: Cell): string {
	if (value === null) return "";
	if (typeof value === "object") return value.value;
	const guarded = /^\s*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
	return `"${guarded.replaceAll('"', '""')}"`;
}
