import type * as z from "zod";

/** The schemas of the fields with this use, by name. */
export type Shape<Table, Use extends string> = {
	[Name in keyof Table as Table[Name] extends Record<Use, z.ZodType>
		? Name
		: never]: Table[Name] extends Record<Use, infer Schema extends z.ZodType> ? Schema : never;
};
/** Their values. */
export type Values<Table, Use extends string> = {
	[Name in keyof Shape<Table, Use>]: z.output<Shape<Table, Use>[Name]>;
};

/** Returns the schemas of a table's fields with this use, by name, described by their `about`. */
export function shapeOf<Table extends Readonly<Record<string, object>>, Use extends string>(
	table: Table,
	use: Use,
): Shape<Table, Use> {
	const fields: [string, { about?: string } & { [use in Use]?: z.ZodType }][] =
		Object.entries(table);
	const shape = fields.flatMap(([name, { about, [use]: schema }]) =>
		schema ? [[name, about ? schema.describe(about) : schema]] : [],
	);
	return Object.fromEntries(shape) as Shape<Table, Use>; // it has just these
}
