import type { components, paths, webhooks } from "#api-schema";

type Method = "get" | "post" | "put" | "patch" | "delete";

type Described = { responses: object };

export type Operation<Path, M extends Method> = Path extends keyof paths ? paths[Path][M] : never;

type Content<Response> = Response extends { content: infer Types } ? Types : undefined;
type AnyContent<Op> = Op extends { responses: infer Responses }
	? { [Status in keyof Responses]: Content<Responses[Status]> }[keyof Responses]
	: never;
type Json<Types> = Types extends { "application/json": infer Body } ? Body : undefined;

/** A successful call's JSON, or undefined if it has no body. */
export type Answer<Op> = Json<AnyContent<Op>>;

type Parameters<Op, Place> = Op extends { parameters: infer Places }
	? Place extends keyof Places
		? Exclude<Places[Place], undefined>
		: never
	: never;

type RequestBody<Op> = Op extends { requestBody?: infer Body } ? Exclude<Body, undefined> : never;
type Body<Op> =
	RequestBody<Op> extends { content: infer Types }
		? Types extends { "application/json": infer Value }
			? Value
			: Types extends { "multipart/form-data": unknown }
				? FormData
				: Blob | ArrayBuffer | Uint8Array<ArrayBuffer>
		: never;

type Field<Name extends string, Value> = [Value] extends [never]
	? { [Key in Name]?: never }
	: Record<never, never> extends Value
		? { [Key in Name]?: Value }
		: { [Key in Name]: Value };
type BodyField<Op> = Op extends { requestBody: object } ? { body: Body<Op> } : { body?: Body<Op> };

type Options<Op> = Field<"path", Parameters<Op, "path">> &
	Field<"query", Parameters<Op, "query">> &
	Field<"headers", Parameters<Op, "header">> &
	BodyField<Op> & { signal?: AbortSignal };

/**
 * The argument after the path, optional if nothing in it is required. Distributes over operations: a wrong
 * path is any of them, and the compiler should report the path rather than a missing argument.
 */
export type Arguments<Op, Extra = unknown> = Op extends unknown
	? Record<never, never> extends Options<Op>
		? [options?: Options<Op> & Extra]
		: [options: Options<Op> & Extra]
	: never;

export type PathOf<M extends Method> = {
	[Path in keyof paths]: paths[Path] extends { [Key in M]: Described }
		? IsJson<AnyContent<paths[Path][M]>> extends true
			? Path
			: never
		: never;
}[keyof paths];
type IsJson<Types> = [Types] extends [{ "application/json": unknown } | undefined] ? true : false;

export type DownloadPath = Exclude<
	{
		[Path in keyof paths]: paths[Path] extends { get: Described } ? Path : never;
	}[keyof paths],
	PathOf<"get">
>;

export type ListPath = {
	[Path in PathOf<"get">]: "after" extends ParameterNames<Operation<Path, "get">, "query">
		? Path
		: never;
}[PathOf<"get">];
type ParameterNames<Op, Place> = [Parameters<Op, Place>] extends [never]
	? never
	: keyof Parameters<Op, Place>;

/** An entry of a list: of the array that a page is, or of the one that it contains. */
export type Item<Page> = Page extends readonly (infer Entry)[]
	? Entry
	: {
			[Name in keyof Page]: Page[Name] extends readonly (infer Entry)[] ? Entry : never;
		}[keyof Page];

export type ErrorCode = components["schemas"]["ErrorCode"];

export type WebhookEvent = {
	[Type in keyof webhooks]: webhooks[Type]["post"]["requestBody"]["content"]["application/json"];
}[keyof webhooks];
