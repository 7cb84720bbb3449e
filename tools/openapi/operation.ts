import type { ExtractSchema } from "hono/types";
import type { JSONParsed } from "hono/utils/types";
import type { Scope } from "../../worker/accounts/access-tokens/contract.ts";
import type { Api } from "../../worker/app.ts";
import type { ErrorCode } from "../../worker/contract/errors.ts";
import type { Components } from "./components.ts";
import type { HeaderName } from "./headers.ts";
import type { JsonSchema } from "./type-schemas.ts";

type Schema = ExtractSchema<Api>;
type Method = "get" | "post" | "put" | "patch" | "delete";

type RouteKey = {
	[Path in keyof Schema & string]: {
		[M in Method]: `$${M}` extends keyof Schema[Path] ? `${Uppercase<M>} ${Path}` : never;
	}[Method];
}[keyof Schema & string];

/** Boxed, since a response may be a union itself. */
type OutputsOf<Key extends RouteKey> = Key extends `${infer M} ${infer Path}`
	? Path extends keyof Schema
		? `$${Lowercase<M>}` extends keyof Schema[Path]
			? Boxed<Schema[Path][`$${Lowercase<M>}`]>
			: never
		: never
	: never;
type Boxed<Endpoint> = Endpoint extends { output: infer Output } ? { box: Output } : never;
type KeysOf<Output> = Output extends unknown ? keyof Output : never;

type Named = { [Name in keyof Components]: JSONParsed<Components[Name]> } & {
	[Name in keyof Components as `${Name}[]`]: JSONParsed<Components[Name][]>;
};
type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
/** The schemas of one of these outputs; Hono types unknown responses as `{}`. */
type NamesOf<Box> = Box extends { box: infer Output }
	? [KeysOf<Output>] extends [never]
		? never
		: {
				[Name in keyof Named]: IsSame<Named[Name], Output> extends true ? Name : never;
			}[keyof Named]
	: never;

export type Media = {
	/** without parameters */
	types: readonly string[];
	description: string;
	/** the schema of a type that is JSON nevertheless */
	json?: keyof Components;
};

/** Not known to a route's middleware. */
export type Operation<Names extends string = string> = {
	summary: string;
	/** Markdown, in addition to the summary */
	description: string;
	/** successful responses: the name of a schema, other content, or null without a body */
	ok: { readonly [status: number]: Names | Media | null };
	/** in addition to the middleware's */
	errors?: readonly ErrorCode[];
	/** for routes that look up their caller themselves */
	scopes?: readonly Scope[];
	credential?: "buyer" | "upload" | "health";
	example?: unknown;
	/** the body may be missing instead of an empty object */
	canOmitBody?: true;
	body?: Media & { schema?: JsonSchema };
	headers?: readonly HeaderName[];
};

/** The compiler refuses unknown routes, and schemas that differ from a route's response. */
type Operations = { [Key in RouteKey]?: Operation<NamesOf<OutputsOf<Key>>> };

export type Area = { name: string; description: string; operations: Operations };
