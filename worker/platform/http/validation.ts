import { zValidator } from "@hono/zod-validator";
import type { HonoRequest, ValidationTargets } from "hono";
import type { ZodError, ZodType } from "zod";
import * as z from "zod";
import { issueMessage, issueText } from "../../contract/issue-texts.ts";
import { failure } from "../errors.ts";
import { withTrait } from "./traits.ts";

type Issue = ZodError["issues"][number];

// For all schemas of the Worker: their own sentences come before these.
z.config({ customError: issueMessage });

/** Where a name that is not known was found. */
type Place = keyof ValidationTargets;
/** The longest name that is repeated to its sender, in characters. */
const MAX_NAME = 80;
/** The most fields that one refusal lists, so that it is never longer than what was sent. */
const MAX_LISTED = 20;

/** The names that an issue calls unknown; of alternatives, those that each of them calls so. */
function unknownIn(issue: Issue): readonly string[] {
	if (issue.code === "unrecognized_keys") return issue.keys;
	if (issue.code !== "invalid_union") return [];
	const [first = [], ...others] = issue.errors.map((issues) => issues.flatMap(unknownIn));
	return first.filter((name) => others.every((names) => names.includes(name)));
}

/** What is said of the names that are not known, one by one by their dotted paths. */
const saidOfUnknown = (issue: Issue, place: Place): [string, string][] =>
	unknownIn(issue)
		.map((name) => name.slice(0, MAX_NAME))
		.map((name) => [
			[...issue.path, name].join("."),
			issueText(place === "query" ? "unknownParameter" : "unknownField", name),
		]);

/** What is said of an issue with the value of a field; of a parameter, first whether it was sent once and filled in. */
function messageOf({ code, path, message }: Issue, place: Place, sent: unknown): string {
	const [name = ""] = path;
	const value = place === "query" ? Object(sent)[name] : undefined;
	if (Array.isArray(value)) return issueText("repeated");
	if (value === "") return issueText("empty");
	const isBody = place === "json" && path.length === 0 && code === "invalid_type";
	return isBody ? issueText("body") : message;
}

/**
 * Returns the 400 that lists what a schema refused of what was `sent`, by the field's dotted path: first the names that
 * are not known, since one that was misspelt is why another is missing. What is wrong with the whole is in the
 * message only. @internal shared by non-JSON parsers
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
	const said = all.slice(0, MAX_LISTED);
	// Without a prototype: `__proto__` is a name like any other.
	const fields: Record<string, string> = Object.create(null);
	for (const [field, message] of said) if (field !== "") fields[field] ??= message;
	const [[, message] = []] = said;
	return failure("request.invalid", { fields, ...(message && { message }) });
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

/** Whether a PATCH has no field, so that it would change nothing. */
const isEmptyPatch = ({ method }: HonoRequest, data: unknown): boolean =>
	method === "PATCH" && JSON.stringify(data) === "{}";

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
			if (target === "json" && isEmptyPatch(req, result.data))
				throw failure("request.invalid", NO_CHANGE);
			if (!result.success) throw invalid(result.error, target, result.data);
		}),
	);
}

/** The refusal of one field, with the reason as an English sentence. */
export function invalidField(field: string, message: string) {
	return failure("request.invalid", { message, fields: { [field]: message } });
}
