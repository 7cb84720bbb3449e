import { IDEMPOTENCY_KEY, MAX_KEY } from "../../worker/api/idempotency/contract.ts";
import { ERRORS, type ErrorCode } from "../../worker/contract/errors.ts";
import { HEADERS, type HeaderName } from "../../worker/headers.docs.ts";
import type { Access, Operation, RouteDocs } from "../../worker/route.docs.ts";
import { AREAS } from "./areas.ts";
import { COMMON_PARAMETERS } from "./common-fields.ts";
import { API } from "./conventions.ts";
import { type Examples, examplesOf } from "./examples.ts";
import { BYTES, type DescribedResponse, failures, successes } from "./responses.ts";
import type { Route } from "./routes.ts";
import type { JsonSchema } from "./type-schemas.ts";
import { eventDescriptions, webhookMessages } from "./webhook-messages.ts";
import { describeFields } from "./words.ts";

const CONDITIONAL = { ok: { 304: null, 412: null } };

export type Description = {
	openapi: "3.1.0";
	info: { title: string; version: string; description: string };
	paths: Record<string, Record<string, DescribedOperation>>;
	components: { schemas: Record<string, JsonSchema> } & Record<string, unknown>;
	[field: string]: unknown;
};
type DescribedOperation = {
	operationId: string;
	description: string;
	parameters: (Parameter | { $ref: string })[];
	requestBody?: { required: boolean; content: NonNullable<DescribedResponse["content"]> };
	security: Record<string, string[]>[];
	responses: Record<string, DescribedResponse>;
	[field: string]: unknown;
};
const ANYWHERE: readonly ErrorCode[] = [
	"access_token.invalid",
	"request.invalid",
	"rate.limited",
	"internal.error",
	"service.unavailable",
	"maintenance",
];
const ON_WRITING: readonly ErrorCode[] = [
	"request.cross_site",
	"request.malformed",
	"request.too_large",
];
const WITH_KEY: readonly ErrorCode[] = [
	"idempotency.key_reused",
	"idempotency.in_progress",
	"idempotency.outcome_unknown",
	"idempotency.response_not_kept",
];

const keyOf = ({ method, path }: Route) => `${method} ${path}`;

/** Turns `/api/files/:id` into `/api/v1/files/{id}`. */
export const publicPath = (path: string): string =>
	path.replace(/^\/api\/(?!openapi\.json$)/, "/api/v1/").replace(/:(\w+)(?:\{[^}]*\})?/g, "{$1}");

export function describe(
	routes: readonly Route[],
	docs: RouteDocs,
	schemas: Readonly<Record<string, JsonSchema>>,
): Description {
	const examples = examplesOf(schemas);
	const paths: Description["paths"] = {};
	const sorted = routes.toSorted((one, other) => one.path.localeCompare(other.path));
	for (const area of Object.keys(AREAS))
		for (const route of sorted) {
			const operation = docs[keyOf(route)];
			if (!operation || "notInApi" in operation || operation.area !== area) continue;
			const path = publicPath(route.path);
			paths[path] ??= {};
			paths[path][route.method.toLowerCase()] = describeRoute(route, operation, examples);
		}
	return {
		openapi: "3.1.0",
		...API,
		tags: Object.entries(AREAS).map(([name, description]) => ({ name, description })),
		paths,
		webhooks: webhookMessages,
		components: {
			schemas: describeAll(schemas),
			examples: Object.fromEntries(
				[...codesIn(paths)].map((code) => [
					code,
					{ value: { code, message: ERRORS[code][1], requestId: "9f1c2ab34de56f70" } },
				]),
			),
			headers: Object.fromEntries(
				Object.entries(HEADERS).map(([name, description]) => [
					name,
					{ description, schema: { type: "string" } },
				]),
			),
			parameters: {
				IdempotencyKey: {
					name: IDEMPOTENCY_KEY,
					in: "header",
					description:
						"Chosen by the client, such as a UUID: a repeated request with the same key has no second effect. See “Repeating a call”.",
					schema: { type: "string", minLength: 1, maxLength: MAX_KEY },
				},
			},
			securitySchemes: SECURITY_SCHEMES,
		},
	};
}

function describeAll(schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
	const named = Object.fromEntries(
		Object.entries(schemas).map(([name, schema]) => [
			name,
			{ ...schema, description: eventDescriptions[name] ?? schema.description },
		]),
	);
	return Object.fromEntries(
		Object.entries(named).map(([name, schema]) => [name, describeFields(schema, named)]),
	);
}

function codesIn(paths: Description["paths"]): Set<ErrorCode> {
	const text = JSON.stringify(paths);
	const codes = Object.keys(ERRORS) as ErrorCode[];
	return new Set(codes.filter((code) => text.includes(`"#/components/examples/${code}"`)));
}

const takesKey = ({ method }: Route) => method === "POST";

const SECURITY_SCHEMES = {
	accessToken: {
		type: "http",
		scheme: "bearer",
		bearerFormat: "tbx_…",
		description: "An access token of the creator, from Settings → Access tokens.",
	},
	session: {
		type: "apiKey",
		in: "cookie",
		name: "__Host-session",
		description:
			"The session of a signed-in creator's browser; of an installation on your own computer, over HTTP, it is named `session`. A program that sends cookies must send `Origin` with the address of the installation in all calls but `GET` and `HEAD`.",
	},
	buyer: {
		type: "apiKey",
		in: "cookie",
		name: "__Host-buyer",
		description:
			"The identity of a buyer's browser, set when it begins a purchase; over HTTP it is named `buyer`.",
	},
	uploadToken: {
		type: "apiKey",
		in: "header",
		name: "X-Upload-Token",
		description: "The token of a file, from the response that began its upload.",
	},
	healthToken: { type: "http", scheme: "bearer", description: "The variable `HEALTH_TOKEN`." },
};

function describeRoute(
	route: Route,
	operation: Access & Operation,
	examples: Examples,
): DescribedOperation {
	const scopes = scopesOf(route, operation);
	const writes = route.method !== "GET";
	const json = route.inputs.find(({ target }) => target === "json");
	const looksUpCaller = scopes !== undefined && !Array.isArray(route.caller);
	const tokens: ErrorCode[] = looksUpCaller ? ["auth.required", "access_token.scope_missing"] : [];
	const errors = new Set<ErrorCode>([
		...(route.errors as ErrorCode[]),
		...(operation.errors ?? []),
		...tokens,
		...ANYWHERE,
		...(writes ? ON_WRITING : []),
		...(takesKey(route) ? WITH_KEY : []),
	]);
	const headers: HeaderName[] = [
		...(operation.headers ?? []),
		...(takesKey(route) ? (["Idempotency-Replayed"] as const) : []),
		...(["RateLimit", "RateLimit-Policy"] as const),
		...(route.deprecated ? (["Deprecation", "Sunset", "Link"] as const) : []),
	];
	const body = json ? jsonBody(json, operation) : operation.body && mediaBody(operation.body);
	return {
		operationId: operationId(route),
		tags: [operation.area],
		summary: operation.summary,
		description: described(operation, scopes),
		...(route.deprecated && { deprecated: true }),
		security: security(route, operation, scopes),
		...(scopes && { "x-scopes": scopes }),
		parameters: parameters(route),
		...(body && { requestBody: { required: !operation.canOmitBody, content: body } }),
		responses: {
			...successes(operation, headers, examples),
			...(route.method === "GET" &&
				headers.includes("ETag") &&
				successes(CONDITIONAL, headers, examples)),
			...failures([...errors], headers, operation),
		},
	};
}

/** From the middleware, unless the route looks up its caller itself. */
function scopesOf({ caller }: Route, { token }: Access): readonly string[] | undefined {
	if (Array.isArray(caller)) return caller;
	return token && token !== "any" ? [token] : undefined;
}

function described({ description }: Operation, scopes: readonly string[] | undefined): string {
	const needs = scopes?.length
		? `Permission of an access token: ${scopes.map((scope) => `\`${scope}\``).join(", ")}.`
		: scopes
			? "Any access token may call it."
			: "";
	return [description, needs].filter(Boolean).join("\n\n");
}

/** Turns `GET /api/file-shares/:shareId/sales` into `getFileSharesByShareIdSales`. */
function operationId({ method, path }: Route): string {
	const words = publicPath(path)
		.replace(/^\/(?:api\/(?:v1\/)?)?/, "")
		.split("/")
		.map((word) => word.replace(/^\{(\w)(\w*)\}$/, (_, first, rest) => `by-${first}${rest}`));
	return [method.toLowerCase(), ...words]
		.join("-")
		.replace(/[-.](\w)/g, (_, letter: string) => letter.toUpperCase());
}

function security(
	route: Route,
	{ credential }: Operation,
	scopes: readonly string[] | undefined,
): Record<string, string[]>[] {
	if (scopes) return [{ accessToken: [] }, { session: [] }];
	if (route.caller === "session") return [{ session: [] }];
	if (credential === "buyer") return [{ buyer: [] }];
	if (credential === "health") return [{ healthToken: [] }];
	if (credential === "upload")
		return [
			{ uploadToken: [], accessToken: [] },
			{ uploadToken: [], session: [] },
		];
	return [];
}

type Properties = Record<string, JsonSchema>;

type Parameter = {
	name: string;
	in: "path" | "query" | "header";
	required?: true;
	description?: unknown;
	schema: JsonSchema;
};

function parameters(route: Route): (Parameter | { $ref: string })[] {
	const { path, inputs } = route;
	const schemaOf = (target: string) => inputs.find((input) => input.target === target)?.schema;
	const inPath = (schemaOf("param")?.properties ?? {}) as Properties;
	const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
	const listed = (target: "query" | "header") => {
		const schema = schemaOf(target);
		const required = (schema?.required ?? []) as string[];
		return Object.entries((schema?.properties ?? {}) as Properties)
			.filter(([name]) => name !== "content-length")
			.map(
				([name, own]): Parameter => ({
					name: target === "header" ? headerCase(name) : name,
					in: target,
					...(required.includes(name) && { required: true as const }),
					...withoutText(name, own),
				}),
			);
	};
	return [
		...names.map((name): Parameter => {
			const [, owner] = path.match(new RegExp(`/([^/]+)/:${name}\\b`)) ?? [];
			const text = COMMON_PARAMETERS[`${owner}/${name}`] ?? idText(name, owner);
			const schema = inPath[name] ?? { type: "string" };
			return {
				name,
				in: "path",
				required: true,
				...withoutText(name, text === undefined ? schema : { ...schema, description: text }),
			};
		}),
		...listed("query"),
		...listed("header"),
		...(takesKey(route) ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
	];
}

const idText = (name: string, owner = "") =>
	name === "id" ? `The id of the ${owner.replace(/s$/, "")}.` : undefined;

function withoutText(name: string, own: JsonSchema): Pick<Parameter, "description" | "schema"> {
	const described = describeFields({ type: "object", properties: { [name]: own } });
	const { description, ...schema } = (described.properties as Properties)[name] ?? {};
	return { description, schema };
}

const headerCase = (name: string) => name.replace(/(^|-)(\w)/g, (part) => part.toUpperCase());

function jsonBody({ schema: described, alsoForm }: Route["inputs"][number], operation: Operation) {
	const { $schema: _, ...schema } = describeFields(described);
	const { example } = operation;
	return {
		"application/json": { schema, ...(example !== undefined && { example }) },
		...(alsoForm && { "application/x-www-form-urlencoded": { schema } }),
	};
}

const mediaBody = ({ types, description, schema = BYTES }: NonNullable<Operation["body"]>) =>
	Object.fromEntries(
		types.map((type) => [type, { schema: { ...describeFields(schema), description } }]),
	);
