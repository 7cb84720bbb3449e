import type { JsonSchema } from "../type-schemas.ts";
import { type Html, markdown, markup } from "./markdown.ts";

type Schemas = Readonly<Record<string, JsonSchema>>;
type Properties = Record<string, JsonSchema>;

const DEEPEST = 3;
/** Objects of at most so many fields show nested ones open. */
const FEW = 3;

type Context = { schemas: Schemas; isResponse: boolean };

export function fieldList(schema: JsonSchema, context: Context, depth = 0): Html {
	const inner = objectIn(schema, context.schemas);
	const properties = Object.entries((inner?.properties ?? {}) as Properties);
	if (properties.length === 0) return markup``;
	const required = new Set(inner?.required as string[] | undefined);
	// Readers of a list's page look for its entries.
	const isOpen = properties.length <= FEW;
	return markup`<ul class="fields">${properties.map(([name, field]) =>
		fieldItem(name, field, context, { isRequired: required.has(name), depth, isOpen }),
	)}</ul>`;
}

type Field = { isRequired: boolean; depth?: number; isOpen?: boolean; description?: string };

export function fieldItem(
	name: string,
	schema: JsonSchema,
	context: Context,
	{ isRequired, depth = 0, isOpen = false, description }: Field,
): Html {
	const { schemas, isResponse } = context;
	const text = String(description || schema.description || "");
	const nested = depth < DEEPEST ? fieldList(schema, context, depth + 1) : markup``;
	const facts = factsOf(schema);
	const presence = isResponse
		? isRequired
			? ""
			: markup` <span>or absent</span>`
		: isRequired
			? markup` <em>required</em>`
			: "";
	return markup`<li><p><code>${name}</code> <span>${typeOf(schema, schemas)}</span>${presence}</p>${text ? markdown(text) : ""}${facts ? markup`<p class="facts">${facts}</p>` : ""}${String(nested) ? markup`<details${isOpen ? markup` open` : ""}><summary>Fields of <code>${name}</code></summary>${nested}</details>` : ""}</li>`;
}

const nameOf = ({ $ref }: JsonSchema) => String($ref).split("/").at(-1) ?? "";

function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
	return schema.$ref ? (schemas[nameOf(schema)] ?? {}) : schema;
}

const choicesOf = ({ anyOf, oneOf }: JsonSchema) => (anyOf ?? oneOf ?? []) as JsonSchema[];

function objectIn(schema: JsonSchema, schemas: Schemas): JsonSchema | null {
	const whole = resolved(schema, schemas);
	if (whole.properties) return whole;
	if (whole.items) return objectIn(whole.items as JsonSchema, schemas);
	const choices = choicesOf(whole).flatMap((one): JsonSchema[] => {
		const inner = objectIn(one, schemas);
		return inner ? [inner] : [];
	});
	// Merged, since it depends on the case which fields are present.
	if (choices.length > 1)
		return { properties: Object.assign({}, ...choices.map(({ properties }) => properties)) };
	return choices[0] ?? null;
}

const WORDS: Readonly<Record<string, string>> = { "date-time": "time", binary: "file" };

/** e.g. `string or null` or `list of objects` */
function typeOf(schema: JsonSchema, schemas: Schemas): string {
	const whole = resolved(schema, schemas);
	if (whole.const !== undefined) return JSON.stringify(whole.const);
	const choices = choicesOf(whole);
	if (choices.length > 0)
		return [...new Set(choices.map((one) => typeOf(one, schemas)))].join(" or ");
	if (whole.items) {
		const inner = typeOf(whole.items as JsonSchema, schemas);
		return `list of ${inner}${inner.endsWith("s") ? "" : "s"}`;
	}
	const types = [whole.type ?? (whole.properties ? "object" : "any")].flat();
	const text = types.join(" or ");
	const word = WORDS[String(whole.format)];
	return word ? text.replace("string", word) : text;
}

const figure = (value: unknown) => Number(value).toLocaleString("en");

function factsOf({
	enum: values,
	items,
	minimum,
	maximum,
	minLength,
	maxLength,
	maxItems,
	default: usual,
	type,
}: JsonSchema): Html | null {
	const words = (values ?? (items as JsonSchema | undefined)?.enum) as unknown[] | undefined;
	const isText = [type].flat().includes("string");
	const most = maximum !== undefined && Number(maximum) < Number.MAX_SAFE_INTEGER;
	const limits = [
		...(minimum !== undefined && most ? [`${figure(minimum)} to ${figure(maximum)}`] : []),
		...(isText && maxLength !== undefined
			? [`${minLength ? `${figure(minLength)} to ` : "at most "}${figure(maxLength)} characters`]
			: []),
		...(maxItems !== undefined ? [`at most ${figure(maxItems)} entries`] : []),
	].join(", ");
	const parts = [
		...(words
			? [
					markup`One of ${words.map((word, at) => markup`${at > 0 ? ", " : ""}<code>${word}</code>`)}.`,
				]
			: []),
		...(limits ? [markup`${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`] : []),
		...(usual !== undefined && usual !== null
			? [markup`Default <code>${String(usual)}</code>.`]
			: []),
	];
	return parts.length > 0
		? markup`${parts.map((one, at) => markup`${at > 0 ? " " : ""}${one}`)}`
		: null;
}
