import { zValidator } from "@hono/zod-validator";
import type { ValidationTargets } from "hono";
import type { ZodError, ZodType } from "zod";
import { failure } from "../errors.ts";
import { withTrait } from "./traits.ts";

/**
 * Returns the 400 that lists what a schema refused, by the field's dotted path. @internal shared by non-
 * JSON parsers
 */
export function invalid(error: Pick<ZodError, "issues">) {
	const fields: Record<string, string> = {};
	for (const issue of error.issues) fields[issue.path.join(".")] ??= issue.message;
	const first = error.issues[0]?.message;
	return failure("request.invalid", { fields, ...(first && { message: first }) });
}

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
		zValidator(target, schema, (result) => {
			if (!result.success) throw invalid(result.error);
		}),
	);
}

/** The refusal of one field, with the reason as an English sentence. */
export function invalidField(field: string, message: string) {
	return failure("request.invalid", { message, fields: { [field]: message } });
}
