import type { ExtractSchema } from "hono/types";
import type { JSONParsed } from "hono/utils/types";
import type { Api } from "../../worker/app.ts";
import type { Scope } from "../../worker/contract/accounts/access-tokens.ts";
import type { ErrorCode } from "../../worker/contract/errors.ts";
import type { Components } from "./components.ts";
import type { HeaderName } from "./headers.ts";
import type { JsonSchema } from "./type-schemas.ts";

type Schema = ExtractSchema<Api>;
type Method = "get" | "post" | "put" | "patch" | "delete";

/** Every route of the app, such as `GET /api/user`. */
type RouteKey = {
	[Path in keyof Schema & string]: {
		[M in Method]: `$${M}` extends keyof Schema[Path] ? `${Uppercase<M>} ${Path}` : never;
	}[Method];
}[keyof Schema & string];

/** A route's responses, one box each: a response may itself be of several shapes. */
type OutputsOf<Key extends RouteKey> = Key extends `${infer M} ${infer Path}`
	? Path extends keyof Schema
		? `$${Lowercase<M>}` extends keyof Schema[Path]
			? Boxed<Schema[Path][`$${Lowercase<M>}`]>
			: never
		: never
	: never;
type Boxed<Endpoint> = Endpoint extends { output: infer Output } ? { box: Output } : never;
type KeysOf<Output> = Output extends unknown ? keyof Output : never;

/** The component schemas, and lists of them. */
type Named = { [Name in keyof Components]: JSONParsed<Components[Name]> } & {
	[Name in keyof Components as `${Name}[]`]: JSONParsed<Components[Name][]>;
};
type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
/**
 * Names of schemas that describe one of these outputs; a response that Hono knows nothing of has the type
 * `{}`.
 */
type NamesOf<Box> = Box extends { box: infer Output }
	? [KeysOf<Output>] extends [never]
		? never
		: {
				[Name in keyof Named]: IsSame<Named[Name], Output> extends true ? Name : never;
			}[keyof Named]
	: never;

/** Content that isn't JSON of the contract. */
export type Media = {
	/** media types, such as `text/csv; charset=utf-8` without its parameters */
	types: readonly string[];
	description: string;
	/** the schema of a type that is JSON nevertheless */
	json?: keyof Components;
};

/** Describes a route beyond what its middleware knows. */
export type Operation<Names extends string = string> = {
	summary: string;
	/** in Markdown: what the summary leaves open */
	description: string;
	/** successful responses by status: the name of their schema, other content, or null without a body */
	ok: { readonly [status: number]: Names | Media | null };
	/** errors that the route throws itself; those of its middleware are known */
	errors?: readonly ErrorCode[];
	/** permissions of a route that looks up its caller itself */
	scopes?: readonly Scope[];
	/** what else identifies the caller */
	credential?: "buyer" | "upload" | "health";
	/** a JSON body to show, which has to pass the route's schema */
	example?: unknown;
	/** a call may omit the body instead of sending an empty object */
	canOmitBody?: true;
	body?: Media & { schema?: JsonSchema };
	headers?: readonly HeaderName[];
};

/**
 * One area's operations. The compiler refuses unknown routes, and schemas that differ from what a route
 * returns.
 */
type Operations = { [Key in RouteKey]?: Operation<NamesOf<OutputsOf<Key>>> };

export type Area = { name: string; description: string; operations: Operations };
