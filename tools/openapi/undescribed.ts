import type { Description } from "./describe.ts";
import type { JsonSchema } from "./type-schemas.ts";
import { visitSchema } from "./words.ts";

/** Places without a description, and schemas without a type. */
export function gapsIn({ paths, components }: Description): string[] {
	const gaps: string[] = [];
	const check = (schema: JsonSchema, place: string) =>
		visitSchema(schema, place, (own, at, field) => {
			if (field !== undefined && !own.description) gaps.push(`${at} is not described`);
			if (!KINDS.some((keyword) => keyword in own)) gaps.push(`${at} has no type`);
		});
	for (const [name, schema] of Object.entries(components.schemas)) {
		if (!schema.description) gaps.push(`${name} is not described`);
		check(schema, name);
	}
	for (const [path, operations] of Object.entries(paths))
		for (const [method, operation] of Object.entries(operations)) {
			const name = `${method.toUpperCase()} ${path}`;
			if (!operation.description) gaps.push(`${name} is not described`);
			for (const parameter of operation.parameters) {
				if ("$ref" in parameter) continue;
				const at = `${name}: ${parameter.name}`;
				if (!parameter.description) gaps.push(`${at} is not described`);
				check(parameter.schema, at);
			}
			for (const [place, { content = {} }] of [
				["request", operation.requestBody ?? {}] as const,
				...Object.entries(operation.responses),
			])
				for (const { schema } of Object.values(content))
					if (schema) check(schema, `${name}, ${place}`);
		}
	return gaps;
}

const KINDS = ["type", "$ref", "anyOf", "oneOf", "allOf"];
