import { COMMON_FIELDS } from "./common-fields.ts";
import type { JsonSchema } from "./type-schemas.ts";

type Components = Readonly<Record<string, JsonSchema>>;
/** `place` is a path, such as `Sale.discount.code`. */
type Visit = (schema: JsonSchema, place: string, field?: string) => void;

const isSchema = (value: unknown): value is JsonSchema =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const schemasOf = (value: unknown): JsonSchema[] =>
	(Array.isArray(value) ? value : [value]).filter(isSchema);

export function visitSchema(schema: JsonSchema, place: string, visit: Visit, field?: string): void {
	visit(schema, place, field);
	const properties = isSchema(schema.properties) ? schema.properties : {};
	for (const [name, own] of Object.entries(properties))
		if (isSchema(own)) visitSchema(own, `${place}.${name}`, visit, name);
	for (const keyword of ["items", "additionalProperties", "anyOf", "oneOf", "allOf"])
		for (const own of schemasOf(schema[keyword])) visitSchema(own, place, visit);
}

/** Turns comments into sentences. Fields without one get their name's common description, or their component's. */
export function describeFields(schema: JsonSchema, components: Components = {}): JsonSchema {
	const copy = structuredClone(schema);
	visitSchema(copy, "", (own, _, field) => {
		const common = field === undefined ? undefined : COMMON_FIELDS[field];
		const referred = field === undefined ? undefined : textOfReference(own, components);
		const text = own.description ?? common ?? referred;
		if (typeof text === "string") own.description = sentence(text);
	});
	return copy;
}

function textOfReference(schema: JsonSchema, components: Components): unknown {
	const [reference] = [schema, ...schemasOf(schema.anyOf)].flatMap(({ $ref }) => $ref ?? []);
	const name = typeof reference === "string" ? reference.split("/").at(-1) : undefined;
	return components[name ?? ""]?.description;
}

/** Comments begin in lower case and lack a full stop; addresses become public ones. */
const sentence = (text: string): string =>
	`${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`.replace(
		/([A-Z]+) \/api\/(?!v1\/)/g,
		"$1 /api/v1/",
	);
