import { getTableColumns } from "drizzle-orm";
import { priceOf } from "../../contract/fields.ts";
import { SHARE_FIELDS, type ShownFields, shapeFor } from "./contract/share-fields.ts";
import { presentSingles, type Singles } from "./contract/singles.ts";
import { type ShareRow, shares } from "./tables.ts";

type RowFields<U extends "shown" | "shownToOwner"> = Omit<ShownFields<U>, "licence">;

const COLUMN_OF: Readonly<Record<string, keyof ShareRow>> = {
	price: "priceCents",
	suggestedPrice: "suggestedCents",
	images: "imagePreview",
	clip: "clipPreview",
} satisfies Record<
	Exclude<keyof RowFields<"shown"> | keyof RowFields<"shownToOwner">, keyof ShareRow>,
	keyof ShareRow
>;
const COLUMNS = getTableColumns(shares);

function columnOf(name: string): keyof ShareRow | undefined {
	const column = COLUMN_OF[name] ?? name;
	return name in SHARE_FIELDS && column in COLUMNS ? (column as keyof ShareRow) : undefined;
}

function shownValue(column: keyof ShareRow, value: unknown): unknown {
	if (column === "singles") return value && presentSingles(value as Singles); // the column's type
	if (typeof value !== "number") return value;
	if (column.endsWith("Cents")) return priceOf(value);
	return column.endsWith("At") ? new Date(value).toISOString() : value;
}

function storedValue(column: keyof ShareRow, value: unknown): unknown {
	if (typeof value === "string" && column.endsWith("At")) return Date.parse(value);
	return value === "" ? null : value;
}

export function shownFields<U extends "shown" | "shownToOwner">(
	row: ShareRow,
	use: U,
): RowFields<U> {
	const shown = Object.keys(shapeFor(use)).flatMap((name) => {
		const column = columnOf(name);
		return column ? [[name, shownValue(column, row[column])]] : [];
	});
	return Object.fromEntries(shown) as RowFields<U>; // a test parses them
}

/** Drops fields without a column. */
export function columnsOf(fields: object): Partial<ShareRow> {
	return Object.fromEntries(
		Object.entries(fields).flatMap(([name, value]) => {
			const column = value === undefined ? undefined : columnOf(name);
			return column ? [[column, storedValue(column, value)]] : [];
		}),
	);
}
