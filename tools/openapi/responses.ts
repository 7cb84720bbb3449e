import { ERRORS, type ErrorCode } from "../../worker/contract/errors.ts";
import type { HeaderName } from "../../worker/headers.docs.ts";
import type { AnyJson, Media, Operation } from "../../worker/route.docs.ts";
import type { Examples } from "./examples.ts";
import type { JsonSchema } from "./type-schemas.ts";

export type DescribedResponse = {
	description: string;
	headers?: Record<string, unknown>;
	content?: Record<string, { schema?: JsonSchema; [field: string]: unknown }>;
};

export function successes(
	{ ok }: Pick<Operation, "ok">,
	names: readonly HeaderName[],
	examples: Examples,
) {
	return Object.fromEntries(
		Object.entries(ok).map(([status, body]) => [
			status,
			{
				description: STATUSES[status] ?? "Success.",
				...(names.length > 0 && { headers: headersNamed(names) }),
				...(body !== null && { content: contentOf(body, examples) }),
			} satisfies DescribedResponse,
		]),
	);
}

const STATUSES: Readonly<Record<string, string>> = {
	200: "Success.",
	201: "Created.",
	202: "Accepted; not done yet.",
	204: "Done; there is nothing to return.",
	206: "The range that was asked for.",
	303: "Of a browser that opens the address without access: the page of the share.",
	304: "Unchanged since the version named in `If-None-Match`.",
	412: "The content has changed since the version named in `If-Match`.",
	503: "Something cannot be reached.",
};

export const BYTES: JsonSchema = { type: "string", format: "binary" };

type Content = NonNullable<DescribedResponse["content"]>;

function contentOf(body: AnyJson | Media, examples: Examples): Content {
	if ("name" in body) return jsonOf(body, examples);
	if (body.json) return jsonOf(body.json, examples);
	return Object.fromEntries(body.types.map((type) => [type, { schema: mediaSchema(type, body) }]));
}

function mediaSchema(type: string, { description }: Media): JsonSchema {
	if (type === "application/json") return { type: "object", description };
	return { ...(type.startsWith("text/") ? { type: "string" } : BYTES), description };
}

const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

function jsonOf({ name: type }: AnyJson, examples: Examples): Content {
	const isList = type.endsWith("[]");
	const name = type.replace("[]", "");
	const item = refTo(name);
	const example = examples[name];
	return {
		"application/json": {
			schema: isList ? { type: "array", items: item } : item,
			example: isList ? [example] : example,
		},
	};
}

const headersNamed = (names: readonly HeaderName[]) =>
	Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const codeOf = (codes: readonly ErrorCode[]): JsonSchema => ({
	type: "string",
	enum: codes,
	description: "Why it failed.",
});

const comesWithErrors = (name: HeaderName, names: readonly HeaderName[]) =>
	name === "Link"
		? names.includes("Deprecation")
		: /^(?:RateLimit|Idempotency|Deprecation|Sunset)/.test(name);

/** Errors with a challenge for the required token (RFC 6750, 3). */
const CHALLENGES: ReadonlySet<ErrorCode> = new Set([
	"access_token.invalid",
	"access_token.scope_missing",
]);

export function failures(
	codes: readonly ErrorCode[],
	names: readonly HeaderName[],
	{ ok }: Operation,
): Record<string, DescribedResponse> {
	const byStatus = new Map<number, ErrorCode[]>();
	for (const code of [...codes].sort()) {
		const status = ERRORS[code][0];
		byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
	}
	return Object.fromEntries(
		[...byStatus].map(([status, own]) => {
			const error: JsonSchema = {
				allOf: [refTo("Error"), { type: "object", properties: { code: codeOf(own) } }],
			};
			const success = ok[status];
			const extra: HeaderName[] = [
				...(status === 429 || status === 503 || own.includes("idempotency.in_progress")
					? (["Retry-After"] as const)
					: []),
				...(own.some((code) => CHALLENGES.has(code)) ? (["WWW-Authenticate"] as const) : []),
				...(own.includes("range.not_satisfiable")
					? (["Content-Range", "Accept-Ranges"] as const)
					: []),
				...names.filter((name) => success !== undefined || comesWithErrors(name, names)),
			];
			return [
				status,
				{
					description: own.map((code) => `\`${code}\``).join(", "),
					...(extra.length > 0 && { headers: headersNamed(extra) }),
					content: {
						"application/json": {
							schema:
								success && "name" in success ? { anyOf: [refTo(success.name), error] } : error,
							examples: Object.fromEntries(
								own.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
							),
						},
					},
				} satisfies DescribedResponse,
			];
		}),
	);
}
