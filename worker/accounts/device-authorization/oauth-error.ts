import type { Context, TypedResponse } from "hono";
import type { output, ZodType } from "zod";
import type {
	OAuthErrorBody,
	OAuthErrorCode,
} from "../../contract/accounts/device-authorization.ts";
import type { AppEnv } from "../../core/context.ts";
import { withTrait } from "../../platform/http/traits.ts";

/** A refusal in the form that OAuth clients expect, in place of the API's own (RFC 6749, 5.2). */
export class OAuthError extends Error {
	readonly body: OAuthErrorBody;

	constructor(error: OAuthErrorCode, description: string, extras: { interval?: number } = {}) {
		super(description);
		this.name = "OAuthError";
		this.body = { error, error_description: description, ...extras };
	}
}

/** Returns the fields of a body that is JSON or a form. Throws `invalid_request` for what is neither, or refused. */
async function readInput<Schema extends ZodType>(
	c: Context,
	schema: Schema,
): Promise<output<Schema>> {
	const isJson = c.req.header("content-type")?.includes("json");
	const body = await (isJson ? c.req.json() : c.req.parseBody()).catch(() => {
		throw new OAuthError("invalid_request", "The body is neither JSON nor a form.");
	});
	const { success, data, error } = schema.safeParse(body);
	if (success) return data;
	const [issue] = error.issues;
	const field = issue?.path.join(".");
	throw new OAuthError("invalid_request", field ? `${field}: ${issue?.message}` : "No fields.");
}

type Responses<Result> = Response &
	(TypedResponse<Result, 200, "json"> | TypedResponse<OAuthErrorBody, 400, "json">);

/**
 * A handler that responds with what `run` makes of the request's fields, or with status 400 and the OAuth error
 * that it throws.
 */
export function oauthHandler<Schema extends ZodType, Result extends object>(
	schema: Schema,
	run: (c: Context<AppEnv>, input: output<Schema>) => Promise<Result>,
) {
	const handler = async (c: Context<AppEnv>): Promise<Responses<Result>> => {
		c.header("Cache-Control", "no-store");
		try {
			// Both results are JSON already, which Hono's type can't tell of a generic one.
			return c.json(await run(c, await readInput(c, schema)), 200) as Responses<Result>;
		} catch (error) {
			if (error instanceof OAuthError) return c.json(error.body, 400);
			throw error;
		}
	};
	return withTrait({ errors: [], input: { target: "json", schema, alsoForm: true } }, handler);
}
