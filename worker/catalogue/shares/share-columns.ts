import { getTableColumns } from "drizzle-orm";
import { SHARE_FIELDS, type ShownFields, shapeFor } from "../../contract/catalogue/share-fields.ts";
import { priceOf } from "../../contract/fields.ts";
import type { ShareRow } from "./rows.ts";
import { shares } from "./tables.ts";

/** The fields in responses that the row has; the text of the licence is in a table of its own. */
type RowFields<U extends "shown" | "shownToOwner"> = Omit<ShownFields<U>, "licence">;

/** The columns of fields that have another name there. */
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

/** The column of a field; undefined for what the row does not have. */
function columnOf(name: string): keyof ShareRow | undefined {
	const column = COLUMN_OF[name] ?? name;
	return name in SHARE_FIELDS && column in COLUMNS ? (column as keyof ShareRow) : undefined;
}

function shownValue(column: keyof ShareRow, value: unknown): unknown {
	if (typeof value !== "number") return value;
	if (column.endsWith("Cents")) return priceOf(value);
	return column.endsWith("At") ? new Date(value).toISOString() : value;
}

function storedValue(column: keyof ShareRow, value: unknown): unknown {
	if (typeof value === "string" && column.endsWith("At")) return Date.parse(value);
	return value === "" ? null : value;
}

/** Returns a row's fields as responses have them, those for everyone or those for its creator. */
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

/** Returns the columns of the fields that are given, which their schemas have parsed; other values are left out. */
export function columnsOf(fields: object): Partial<ShareRow> {
	return Object.fromEntries(
		Object.entries(fields).flatMap(([name, value]) => {
			const column = value === undefined ? undefined : columnOf(name);
			return column ? [[column, storedValue(column, value)]] : [];
		}),
	);
}
