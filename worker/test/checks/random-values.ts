import fc from "fast-check";

export type ValueSchema = {
	type?: string | string[];
	const?: unknown;
	enum?: unknown[];
	anyOf?: ValueSchema[];
	oneOf?: ValueSchema[];
	properties?: Record<string, ValueSchema>;
	required?: string[];
	items?: ValueSchema;
	minItems?: number;
	maxItems?: number;
	minimum?: number;
	maximum?: number;
	minLength?: number;
	maxLength?: number;
	pattern?: string;
	format?: string;
};
type Values = fc.Arbitrary<unknown>;

/** Unless the schema demands more. */
const MOST = 12;
const DAY_MS = 24 * 60 * 60 * 1000;

export function valuesOf(schema: ValueSchema, words: readonly string[]): Values {
	const { const: only, enum: listed, anyOf, oneOf, type } = schema;
	if (only !== undefined) return fc.constant(only);
	if (listed) return fc.constantFrom(...listed);
	const several = anyOf ?? oneOf;
	if (several) return fc.oneof(...several.map((one) => valuesOf(one, words)));
	if (Array.isArray(type))
		return fc.oneof(...type.map((one) => valuesOf({ ...schema, type: one }, words)));
	if (type === "object") return objectsOf(schema, words);
	if (type === "array" && schema.items)
		return fc.array(valuesOf(schema.items, words), sizesOf(schema.minItems, schema.maxItems));
	if (type === "string") return textsOf(schema, words);
	if (type === "integer" || type === "number") return numbersOf(schema);
	if (type === "boolean") return fc.boolean();
	return type === "null" ? fc.constant(null) : fc.jsonValue();
}

function sizesOf(least = 0, most = Number.POSITIVE_INFINITY) {
	const bound = Math.max(least, Math.min(most, MOST));
	return { minLength: least, maxLength: bound };
}

function objectsOf({ properties = {}, required = [] }: ValueSchema, words: readonly string[]) {
	const values = Object.fromEntries(
		Object.entries(properties).map(([name, own]) => [name, valuesOf(own, words)]),
	);
	return fc.record(values, { requiredKeys: required.filter((name) => name in values) });
}

function textsOf(schema: ValueSchema, words: readonly string[]): fc.Arbitrary<string> {
	const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
	if (format === "date-time")
		return fc.integer({ min: -400, max: 400 }).map((days) => momentIn(days * DAY_MS));
	if (format === "email") return fc.constantFrom("ada@example.test", "grace@example.test");
	if (format === "uri") return fc.constantFrom("https://example.test/a", "http://localhost:9/b");
	const fitting = words.filter(
		(word) =>
			word.length >= minLength &&
			word.length <= maxLength &&
			(pattern === undefined || new RegExp(pattern, "u").test(word)),
	);
	const random = pattern
		? fc.stringMatching(new RegExp(pattern, "u"))
		: fc.string({ unit: "binary", ...sizesOf(minLength, maxLength) });
	return fitting.length > 0 ? fc.oneof(fc.constantFrom(...fitting), random) : random;
}

const momentIn = (ms: number) => new Date(Date.now() + ms).toISOString();

function numbersOf({ type, minimum, maximum }: ValueSchema): fc.Arbitrary<number> {
	const min = minimum ?? 0;
	const max = Math.min(maximum ?? 1000, 1_000_000);
	return type === "integer"
		? fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max))
		: fc.integer({ min: min * 100, max: max * 100 }).map((hundredths) => hundredths / 100);
}

/** Returns values that a schema mostly refuses, made from one that it allows. */
export function damaged(value: unknown): Values {
	const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
	const names = isObject ? Object.keys(value) : [];
	if (names.length === 0) return fc.jsonValue();
	const name = fc.constantFrom(...names);
	return fc.oneof(
		name.map((gone) => {
			const { [gone]: _, ...rest } = value as Record<string, unknown>;
			return rest;
		}),
		fc.tuple(name, fc.jsonValue()).map(([one, other]) => ({ ...(value as object), [one]: other })),
		fc.constant({ ...(value as object), notAField: 1 }),
		fc.jsonValue(),
	);
}
