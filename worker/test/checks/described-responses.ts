import { env } from "cloudflare:workers";
import { dereference, type Schema, validate } from "@cfworker/json-schema";

/**
 * Compares responses with the API's description (tools/openapi): status, content type, body without
 * undescribed fields, error code, and described headers.
 */

type Described = {
	headers?: Record<string, unknown>;
	content?: Record<string, { schema?: Schema }>;
};
type Operations = Record<string, { responses: Record<string, Described> }>;
type Message = { post: { requestBody: { content: { "application/json": { schema: Schema } } } } };
type Document = {
	paths: Record<string, Operations>;
	webhooks: Record<string, Message>;
	components: Record<string, unknown>;
};

const ROOT = "https://description.test/";
const document: Document = JSON.parse(env.API_DESCRIPTION);
const lookup = dereference({ $id: ROOT, ...document } as Schema, {}, new URL(ROOT));
/** HTTP and browser security headers that may come with any response. */
const COMMON_HEADERS =
	/^(?:access-control-|content-(?:encoding|length|security-policy|type)$|cross-origin-|permissions-policy$|referrer-policy$|strict-transport-security$|x-content-type-options$|x-robots-tag$|x-frame-options$|cache-control$|date$|last-modified$|set-cookie$|vary$)/;
/** Not part of the API, despite its address. */
const LEFT_OUT = "/api/stripe/webhook";

const patterns = Object.entries(document.paths)
	.map(([path, operations]) => ({
		path,
		operations,
		pattern: new RegExp(
			`^${path
				.replace(/[.]/g, "\\.")
				// The only parameter that may contain slashes.
				.replace("{folderName}", ".+")
				.replace(/\{\w+\}/g, "[^/]+")}$`,
		),
		parameters: path.split("{").length,
	}))
	// An exact address takes precedence over one with a parameter.
	.sort((one, other) => one.parameters - other.parameters);

/** With the version, except for the description itself. */
const versioned = (path: string) =>
	path.replace(/^\/api\/(?:v1\/)?/, path.endsWith("/openapi.json") ? "/api/" : "/api/v1/");

/** Empty without a contradiction. */
export async function contradictions(
	{ method, path }: { method: string; path: string },
	response: Response,
): Promise<string[]> {
	const address = versioned(path);
	const verb = method === "HEAD" ? "get" : method.toLowerCase();
	const found = patterns.find(
		({ operations, pattern }) => verb in operations && pattern.test(address),
	);
	const operation = found?.operations[verb];
	if (!found || !operation) {
		const isStray = address.startsWith("/api/") && path !== LEFT_OUT && response.ok;
		return isStray ? [`${method} ${address} is not described`] : [];
	}
	const name = `${method} ${found.path}, ${response.status}`;
	const described = operation.responses[response.status];
	if (!described) {
		const text = await response.clone().text();
		return [`${name}: the description has no such status (${text.slice(0, 200)})`];
	}
	const explained = Object.keys(described.headers ?? {}).map((header) => header.toLowerCase());
	const unexplained = [...response.headers.keys()]
		.filter((header) => !COMMON_HEADERS.test(header) && !explained.includes(header))
		.map((header) => `${name}: the header ${header} is not described`);
	return [...unexplained, ...(await contentFaults(name, described, method, response))];
}

async function contentFaults(
	name: string,
	{ content = {} }: Described,
	method: string,
	response: Response,
): Promise<string[]> {
	const [type] = (response.headers.get("content-type") ?? "").split(";");
	if (Object.keys(content).length === 0)
		return type && response.status !== 304 ? [`${name}: no content is described, got ${type}`] : [];
	const isOf = (pattern: string) =>
		pattern === type ||
		pattern === "*/*" ||
		(pattern.endsWith("/*") && type?.startsWith(pattern.slice(0, -1)));
	// An exact type takes precedence over a pattern.
	const entry = content[type ?? ""] ?? Object.entries(content).find(([one]) => isOf(one))?.[1];
	if (!entry) return [`${name}: ${Object.keys(content).join(" or ")} is described, got ${type}`];
	if (type !== "application/json" || method === "HEAD" || !entry.schema) return [];
	const body: unknown = await response.clone().json();
	// Nearly always valid; this pass stops at the first fault, which says less.
	if (validate(body, entry.schema, "2020-12", lookup, true).valid) return [];
	const { errors } = validate(body, entry.schema, "2020-12", lookup, false);
	// The deepest errors name the fault; the others repeat it for the enclosing values.
	const told = errors
		.sort((one, other) => other.instanceLocation.length - one.instanceLocation.length)
		.slice(0, 3)
		.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
	return [`${name}: ${told.join("; ")}\n  ${JSON.stringify(body).slice(0, 600)}`];
}

/** Empty if there is no contradiction. */
export function eventContradictions(type: string, body: unknown): string[] {
	const schema = document.webhooks[type]?.post.requestBody.content["application/json"].schema;
	if (!schema) return [`${type} is not described`];
	const { valid, errors } = validate(body, schema, "2020-12", lookup, false);
	return valid
		? []
		: errors.map(({ instanceLocation, error }) => `${type} ${instanceLocation} ${error}`);
}
