import { zValidator } from "@hono/zod-validator";
import type { HonoRequest, ValidationTargets } from "hono";
import type { ZodError, ZodType } from "zod";
import { failure } from "../errors.ts";
import { withTrait } from "./traits.ts";

/** Zod's own sentence about a field that is absent speaks of types, so another takes its place. */
const messageOf = ({ code, message }: ZodError["issues"][number]): string =>
	code === "invalid_type" && message.endsWith("received undefined") ? "This is missing." : message;

/**
 * Returns the 400 that lists what a schema refused, by the field's dotted path. @internal shared by non-
 * JSON parsers
 */
export function invalid(error: Pick<ZodError, "issues">) {
	const fields: Record<string, string> = {};
	for (const issue of error.issues) fields[issue.path.join(".")] ??= messageOf(issue);
	const [first] = Object.values(fields);
	return failure("request.invalid", { fields, ...(first && { message: first }) });
}

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
			if (!result.success) throw invalid(result.error);
			if (target === "json" && isEmptyPatch(req, result.data))
				throw failure("request.invalid", NO_CHANGE);
		}),
	);
}

/** The refusal of one field, with the reason as an English sentence. */
export function invalidField(field: string, message: string) {
	return failure("request.invalid", { message, fields: { [field]: message } });
}
