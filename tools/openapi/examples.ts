import chosen from "./examples.json" with { type: "json" };
import type { JsonSchema } from "./type-schemas.ts";

/** By the name of the component. */
export type Examples = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, JsonSchema>>;

const CHOSEN: Examples = chosen;

/** By field, its values in the chosen examples. */
const VALUES = new Map<string, unknown[]>();
function collect(value: unknown, field: string): void {
	if (Array.isArray(value)) for (const item of value) collect(item, field);
	else if (value instanceof Object)
		for (const [name, own] of Object.entries(value)) collect(own, name);
	else VALUES.set(field, [...(VALUES.get(field) ?? []), value]);
}
collect(CHOSEN, "");

/**
 * Those of `examples.json`, which make sense as a whole. The fields of other components have values that fields of
 * their name have there, or any that their type allows.
 */
export const examplesOf = (schemas: Schemas): Examples =>
	Object.fromEntries(Object.keys(schemas).map((name) => [name, exampleOf(name, schemas)]));

const exampleOf = (name: string, schemas: Schemas): unknown =>
	CHOSEN[name] ?? valueFor(schemas[name] ?? {}, "", schemas);

function valueFor(schema: JsonSchema, field: string, schemas: Schemas): unknown {
	const alternatives = (schema.anyOf ?? []) as JsonSchema[];
	// Components can contain themselves where they may be null.
	if (alternatives.some(({ type }) => type === "null")) return null;
	if (alternatives[0]) return valueFor(alternatives[0], field, schemas);
	if (schema.$ref) return exampleOf(String(schema.$ref).split("/").at(-1) ?? "", schemas);
	if ("const" in schema) return schema.const;
	if (schema.type === "object") return objectFor(schema, schemas);
	if (schema.type === "array") return [valueFor(schema.items as JsonSchema, field, schemas)];
	const known = VALUES.get(field)?.find((value) => allows(schema, value));
	if (known !== undefined) return known;
	if (Array.isArray(schema.enum)) return schema.enum[0];
	if (schema.format === "date-time") return "2026-11-23T06:13:03.827Z";
	return SIMPLEST[String([schema.type].flat()[0])];
}

const SIMPLEST: Examples = { string: "a text", integer: 1, number: 1, boolean: true };

function allows(schema: JsonSchema, value: unknown): boolean {
	if (Array.isArray(schema.enum)) return schema.enum.includes(value);
	const type = typeof value === "number" ? "integer" : typeof value;
	return [schema.type].flat().includes(type);
}

const objectFor = ({ properties = {} }: JsonSchema, schemas: Schemas) =>
	Object.fromEntries(
		Object.entries(properties as Schemas).map(([field, own]) => [
			field,
			valueFor(own, field, schemas),
		]),
	);
