import { dereference, type Schema, validate } from "@cfworker/json-schema";
import { expect, it } from "vitest";
import { schemasOnly, strictDescription } from "./build.ts";
import type { Description } from "./describe.ts";
import { examplesOf } from "./examples.ts";

const ROOT = "https://description.test/";
const plain = { $id: ROOT, ...(await schemasOnly()) };
const lookup = dereference(plain as Schema, {}, new URL(ROOT));

type Content = { schema: Schema; example?: unknown };
const jsonOf = (holder: unknown) =>
	(holder as { content?: Record<string, Content> } | undefined)?.content?.["application/json"];

function bodiesOf({ paths }: Pick<Description, "paths">): Map<string, Content> {
	const found = new Map<string, Content>();
	for (const [path, operations] of Object.entries(paths))
		for (const [method, { requestBody, responses }] of Object.entries(operations)) {
			const name = `${method.toUpperCase()} ${path}`;
			const holders = Object.entries(responses).filter(([status]) => status < "300");
			for (const [place, holder] of [["request", requestBody], ...holders]) {
				const content = jsonOf(holder);
				if (content) found.set(`${name}, ${place}`, content);
			}
		}
	return found;
}

const examples = bodiesOf(await strictDescription());
/** The description doesn't describe itself. */
const UNTOLD = "GET /api/openapi.json, 200";

it("shows an example of every JSON body", () => {
	const without = [...examples].filter(([name, { example }]) => !example && name !== UNTOLD);
	expect(without.map(([name]) => name)).toEqual([]);
});

it("shows only examples that their schemas allow", () => {
	const wrong = [...bodiesOf(plain)].flatMap(([name, { schema }]) => {
		const example = examples.get(name)?.example;
		if (example === undefined) return [];
		const { valid, errors } = validate(example, schema, "2020-12", lookup, false);
		return valid ? [] : [`${name}: ${errors.map(({ error }) => error).join(" ")}`];
	});
	expect(wrong).toEqual([]);
});

it("makes an example of a component without a chosen one", () => {
	const New = {
		type: "object",
		properties: {
			currency: { type: "string", enum: ["eur", "usd"] },
			bundle: { anyOf: [{ $ref: "#/components/schemas/New" }, { type: "null" }] },
			newField: { type: ["string", "null"] },
			counts: { type: "array", items: { type: "integer" } },
		},
	};
	expect(examplesOf({ New })).toEqual({
		New: { currency: "usd", bundle: null, newField: "a text", counts: [1] },
	});
});
