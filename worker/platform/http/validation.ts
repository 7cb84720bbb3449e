import { zValidator } from "@hono/zod-validator";
import type { HonoRequest, ValidationTargets } from "hono";
import type { ZodError, ZodType } from "zod";
import * as z from "zod";
import { issueMessage, issueText } from "../../contract/issue-texts.ts";
import { failure } from "../errors.ts";
import { withTrait } from "./traits.ts";

type Issue = ZodError["issues"][number];

// For all schemas of the Worker; their own messages take precedence.
z.config({ customError: issueMessage });

type Place = keyof ValidationTargets;
/** characters of a name that is echoed to its sender */
const MAX_NAME = 80;
/** keeps a refusal shorter than its request */
const MAX_LISTED = 20;

function unknownIn(issue: Issue): readonly string[] {
	if (issue.code === "unrecognized_keys") return issue.keys;
	if (issue.code !== "invalid_union") return [];
	const [first = [], ...others] = issue.errors.map((issues) => issues.flatMap(unknownIn));
	return first.filter((name) => others.every((names) => names.includes(name)));
}

const saidOfUnknown = (issue: Issue, place: Place): [string, string][] =>
	unknownIn(issue)
		.map((name) => name.slice(0, MAX_NAME))
		.map((name) => [
			[...issue.path, name].join("."),
			issueText(place === "query" ? "unknownParameter" : "unknownField", name),
		]);

/** For a parameter, first checks that it was sent once and filled in. */
function messageOf({ code, path, message }: Issue, place: Place, sent: unknown): string {
	const [name = ""] = path;
	const value = place === "query" ? Object(sent)[name] : undefined;
	if (Array.isArray(value)) return issueText("repeated");
	if (value === "") return issueText("empty");
	const isBody = place === "json" && path.length === 0 && code === "invalid_type";
	return isBody ? issueText("body") : message;
}

/**
 * Lists a schema's refusals of `sent` by dotted path: unknown names first, since a misspelt one explains a missing
 * one. Errors about the whole are only in the message. @internal shared by non-JSON parsers
 */
export function invalid(
	{ issues }: Pick<ZodError, "issues">,
	place: Place = "json",
	sent: unknown = undefined,
) {
	const all = [
		...issues.flatMap((issue) => saidOfUnknown(issue, place)),
		...issues
			.filter((issue) => unknownIn(issue).length === 0)
			.map((issue): [string, string] => [issue.path.join("."), messageOf(issue, place, sent)]),
	];
	const listed = all.slice(0, MAX_LISTED);
	// Without a prototype: `__proto__` is a name like any other.
	const fields: Record<string, string> = Object.create(null);
	for (const [field, message] of listed) if (field !== "") fields[field] ??= message;
	const [[, message] = []] = listed;
	return failure("request.invalid", { fields, ...(message && { message }) });
}

export const unknownNames = (place: Place, names: readonly string[]) =>
	invalid(
		{ issues: [{ code: "unrecognized_keys", keys: [...names], path: [], message: "" }] },
		place,
	);

const NOT_JSON = "Send the body as JSON, with the header Content-Type: application/json.";
const NO_CHANGE = "Name at least one field to change.";

const JSON_TYPE = /^application\/([\w.-]+\+)?json$/i;

/** Hono's validator takes a body of another type for `{}`. */
async function requireJson(request: HonoRequest): Promise<void> {
	const [type = ""] = (request.header("content-type") ?? "").split(";");
	if (JSON_TYPE.test(type.trim())) return;
	if ((await request.arrayBuffer()).byteLength > 0) throw failure("request.malformed", NOT_JSON);
}

const isEmptyPatch = ({ method }: HonoRequest, data: unknown): boolean =>
	method === "PATCH" && JSON.stringify(data) === "{}";

/** Throws validation errors, so that the routes' response types contain no error shapes. */
export function valid<Target extends keyof ValidationTargets, Schema extends ZodType>(
	target: Target,
	schema: Schema,
) {
	return withTrait(
		{ errors: ["request.invalid"], input: { target, schema } },
		zValidator(target, schema, async (result, { req }) => {
			if (target === "json") await requireJson(req);
			if (target === "json" && isEmptyPatch(req, result.data))
				throw failure("request.invalid", NO_CHANGE);
			if (!result.success) throw invalid(result.error, target, result.data);
		}),
	);
}

export function invalidField(field: string, message: string) {
	return failure("request.invalid", { message, fields: { [field]: message } });
}
