import type { ListToolsResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { admitToken } from "../../accounts/access-tokens/admit-token.ts";
import type { Scope } from "../../accounts/access-tokens/contract.ts";
import type { Ctx } from "../../core/context.ts";
import type { ToolApi } from "./api.ts";

export type Call = ToolApi & {
	readonly ctx: Ctx;
	readonly token: Awaited<ReturnType<typeof admitToken>>;
};

/** A sentence, and the same as data. */
export type Outcome<Data = Record<string, unknown>> = {
	readonly text: string;
	readonly data: Data;
	/** confirms this call, which has done nothing yet */
	readonly confirmation?: string;
};

type Described = {
	readonly name: string;
	readonly title: string;
	/** for the model */
	readonly description: string;
	/** without these it is neither listed nor called */
	readonly scopes: readonly Scope[];
	/** `read` changes nothing, `write` adds or changes, `destroy` cannot be undone */
	readonly effect: "read" | "write" | "destroy";
	/** repeated calls change nothing more, as with every `read` */
	readonly isIdempotent?: true;
};

export type Tool = Described & {
	readonly input: z.ZodObject;
	/** other fields of the API's response are omitted */
	readonly output: z.ZodObject;
	/** permissions that only some arguments need */
	readonly alsoNeeds?: (input: never) => readonly Scope[];
	readonly run: (call: Call, input: never) => Promise<Outcome>;
};

/** Types `run` by the schemas. The API gets the client's own arguments. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
	definition: Described & {
		readonly input: Input;
		readonly output: Output;
		readonly alsoNeeds?: (input: z.input<Input>) => readonly Scope[];
		readonly run: (call: Call, input: z.input<Input>) => Promise<Outcome<z.input<Output>>>;
	},
): Tool {
	return definition;
}

type ListedTool = ListToolsResult["tools"][number];

export function listed({ name, title, description, input, output, ...tool }: Tool): ListedTool {
	return {
		name,
		title,
		description,
		inputSchema: schemaOf(input, "input"),
		outputSchema: schemaOf(output, "output"),
		annotations: {
			readOnlyHint: tool.effect === "read",
			destructiveHint: tool.effect === "destroy",
			idempotentHint: tool.effect === "read" || tool.isIdempotent === true,
			openWorldHint: false,
		},
	};
}

const schemas = new WeakMap<z.ZodObject, ListedTool["inputSchema"]>();

function schemaOf(schema: z.ZodObject, io: "input" | "output"): ListedTool["inputSchema"] {
	const made =
		schemas.get(schema) ??
		// The library's type expresses the same in its own form.
		({ ...z.toJSONSchema(schema, { io }), type: "object" } as ListedTool["inputSchema"]);
	schemas.set(schema, made);
	return made;
}
