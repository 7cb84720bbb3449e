import type { ExtractSchema } from "hono/types";
import type { JSONParsed } from "hono/utils/types";
import type { Scope } from "./accounts/access-tokens/contract.ts";
import type { Api } from "./app.ts";
import type { ErrorCode } from "./contract/errors.ts";
import type { HeaderName } from "./headers.docs.ts";
import type { Service } from "./platform/request-scope.ts";
import type { Cell, RuleName } from "./test/matrix/rules.ts";

/**
 * What each `*.docs.ts` says about the routes of the file beside it. Tests and tools read it: the matrix of access, the
 * budgets of round trips, the API's description. The Worker's bundle has none of it.
 */

/** Consecutive round trips; a service that is left out isn't called. */
export type Trips = Readonly<Partial<Record<Service, number>>>;

/** Grows with the deleted or stored rows. */
export const UNBOUNDED = Number.POSITIVE_INFINITY;

export type Access = {
	readonly who: RuleName;
	/** the meaning of the rule's `yes`; by default the first status in `ok`, or 200 */
	readonly yes?: Cell;
	/** the meaning of the rule's `no` */
	readonly no?: Cell;
	/** the permission that an access token needs; routes without one take no token */
	readonly token?: Scope | "any";
	/**
	 * The most consecutive round trips of a successful response, including rare cases such as closing an earlier
	 * payment. An access token adds one to the primary, and reads there instead of at a replica; an `Idempotency-Key`
	 * adds two.
	 */
	readonly trips?: Trips;
	/** of a `HEAD`, if they are not those of the `GET` */
	readonly headTrips?: Trips;
};

/** Names a type of a contract. Only tools know the name: a plugin of the build passes it. */
export type Json<Body = unknown> = { readonly name: string; readonly body?: (body: Body) => Body };
export const json = <Type>(name = ""): Json<JSONParsed<Type>> => ({ name });

// biome-ignore lint/suspicious/noExplicitAny: of any type
export type AnyJson = Json<any>;

export type Media = {
	/** without parameters */
	types: readonly string[];
	description: string;
	/** a type that is JSON nevertheless */
	json?: AnyJson;
	schema?: { [keyword: string]: unknown };
};

/** Not known to a route's middleware. */
export type Operation<Body extends AnyJson = AnyJson> = {
	/** if it isn't that of the file's other routes */
	area?: Area;
	summary: string;
	/** Markdown, in addition to the summary */
	description: string;
	/** successful responses: JSON, other content, or null without a body */
	ok: { readonly [status: number]: Body | Media | null };
	/** in addition to the middleware's */
	errors?: readonly ErrorCode[];
	credential?: "buyer" | "upload" | "health";
	/** a body; the matrix sends it if it has no request of its own */
	example?: object;
	/** the body may be missing instead of an empty object */
	canOmitBody?: true;
	body?: Media;
	headers?: readonly HeaderName[];
};

/** Why a route is no part of the API. */
type LeftOut = { notInApi: string };
type Described = Access & Operation & { area: Area };
export type RouteDoc = Described | (Access & LeftOut);
export type RouteDocs = Readonly<Record<string, RouteDoc>>;

/** Chapters of the description, which tools/openapi/areas.ts words. */
export type Area =
	| "Shares"
	| "Uploads"
	| "Drafts and discount codes"
	| "Sales and customers"
	| "Payouts and plan"
	| "Creators' pages"
	| "Webhooks"
	| "Account"
	| "Sign-in and access tokens"
	| "Applications"
	| "Checkout and receipts"
	| "Files and previews"
	| "Service";

type Schema = ExtractSchema<Api>;
type Method = "get" | "post" | "put" | "patch" | "delete";

type RouteKey = {
	[Path in keyof Schema & string]: {
		[M in Method]: `$${M}` extends keyof Schema[Path] ? `${Uppercase<M>} ${Path}` : never;
	}[Method];
}[keyof Schema & string];

type BodyOf<Key extends RouteKey> = Key extends `${infer M} ${infer Path}`
	? Path extends keyof Schema
		? `$${Lowercase<M>}` extends keyof Schema[Path]
			? JsonOf<Schema[Path][`$${Lowercase<M>}`]>
			: never
		: never
	: never;
/** Hono types unknown responses as `{}`. */
type JsonOf<Endpoint> = Endpoint extends { output: infer Output }
	? [KeysOf<Output>] extends [never]
		? never
		: Json<Output>
	: never;
type KeysOf<Output> = Output extends unknown ? keyof Output : never;

/** The compiler refuses unknown routes, and types that differ from a route's response. */
type Rows = {
	readonly [Key in RouteKey]?: Access & (Operation<BodyOf<Key>> | LeftOut);
};

export function describeRoutes(area: Area, rows: Rows): RouteDocs {
	return Object.fromEntries(Object.entries(rows).map(([route, row]) => [route, { area, ...row }]));
}

/** Routes that are no part of the API, for one reason. */
export function describePages(
	notInApi: string,
	rows: Readonly<Record<string, Access & Partial<LeftOut>>>,
): RouteDocs {
	return Object.fromEntries(
		Object.entries(rows).map(([route, row]) => [route, { notInApi, ...row }]),
	);
}
