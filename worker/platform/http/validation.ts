import { zValidator } from "@hono/zod-validator";
import type { HonoRequest, ValidationTargets } from "hono";
import type { ZodError, ZodType } from "zod";
import { failure } from "../errors.ts";
import { withTrait } from "./traits.ts";

type Issue = ZodError["issues"][number];

/** Zod's own sentence about a field that is absent speaks of types, so another takes its place. */
const messageOf = ({ code, message }: Issue): string =>
	code === "invalid_type" && message.endsWith("received undefined") ? "This is missing." : message;

/** Where a name that is not known was found. */
type Place = keyof ValidationTargets;
/** The longest name that is repeated to its sender, in characters. */
const MAX_NAME = 80;

const unknownMessage = (place: Place, name: string) =>
	`There is no ${place === "query" ? "parameter" : "field"} named “${name}” here.`;

/** The names that an issue calls unknown; of alternatives, those that each of them calls so. */
function unknownIn(issue: Issue): readonly string[] {
	if (issue.code === "unrecognized_keys") return issue.keys;
	if (issue.code !== "invalid_union") return [];
	const [first = [], ...others] = issue.errors.map((issues) => issues.flatMap(unknownIn));
	return first.filter((name) => others.every((names) => names.includes(name)));
}

/** What is said of an issue, by the field's dotted path; names that are not known count one by one. */
function saidOf(issue: Issue, place: Place): [string, string][] {
	const unknown = unknownIn(issue).map((name) => name.slice(0, MAX_NAME));
	return unknown.length === 0
		? [[issue.path.join("."), messageOf(issue)]]
		: unknown.map((name) => [[...issue.path, name].join("."), unknownMessage(place, name)]);
}

/**
 * Returns the 400 that lists what a schema refused, by the field's dotted path. @internal shared by non-
 * JSON parsers
 */
export function invalid({ issues }: Pick<ZodError, "issues">, place: Place = "json") {
	const fields: Record<string, string> = {};
	for (const [field, message] of issues.flatMap((issue) => saidOf(issue, place)))
		fields[field] ??= message;
	const [first] = Object.values(fields);
	return failure("request.invalid", { fields, ...(first && { message: first }) });
}

/** Returns the 400 that lists these names, which nothing reads. */
export const unknownNames = (place: Place, names: readonly string[]) =>
	invalid(
		{ issues: [{ code: "unrecognized_keys", keys: [...names], path: [], message: "" }] },
		place,
	);

const NOT_JSON = "Send the body as JSON, with the header Content-Type: application/json.";
const NO_CHANGE = "Name at least one field to change.";

const JSON_TYPE = /^application\/([\w.-]+\+)?json$/i;

/** Throws `request.malformed` for a body of another type, which Hono's validator takes for `{}`. */
async function requireJson(request: HonoRequest): Promise<void> {
	const [type = ""] = (request.header("content-type") ?? "").split(";");
	if (JSON_TYPE.test(type.trim())) return;
	if ((await request.arrayBuffer()).byteLength > 0) throw failure("request.malformed", NOT_JSON);
}

/** Whether a PATCH has no field that its schema knows, so that it would change nothing. */
const isEmptyPatch = ({ method }: HonoRequest, data: unknown): boolean =>
	method === "PATCH" && Object.keys(Object(data)).length === 0;

/**
 * Validates one part of the request by a schema of the contract. It throws validation errors, so that the
 * routes' response types contain no error shapes.
 */
export function valid<Target extends keyof ValidationTargets, Schema extends ZodType>(
	target: Target,
	schema: Schema,
) {
	return withTrait(
		{ errors: ["request.invalid"], input: { target, schema } },
		zValidator(target, schema, async (result, { req }) => {
			if (target === "json") await requireJson(req);
			if (!result.success) throw invalid(result.error, target);
			if (target === "json" && isEmptyPatch(req, result.data))
				throw failure("request.invalid", NO_CHANGE);
		}),
	);
}

/** The refusal of one field, with the reason as an English sentence. */
export function invalidField(field: string, message: string) {
	return failure("request.invalid", { message, fields: { [field]: message } });
}
